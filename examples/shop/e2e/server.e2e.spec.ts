import { expect, test } from '@service/testing';

test.use({ server: './src/main.ts' });

test('adds the sales up', async ({ mcp }) => {
  const result = await mcp.tools.call('sales', { months: 2 });
  expect(result.json()).toEqual({
    currency: 'EUR',
    months: [
      { month: 1, amount: 302 },
      { month: 2, amount: 354 },
    ],
  });
});

test('gives pages of orders', async ({ mcp }) => {
  const result = await mcp.tools.call('list-orders', { page: 99 });
  expect(result.json()).toMatchObject({ page: 6, pages: 6 });
});

test('saves what the form sends, and refuses an order that is not there', async ({ mcp }) => {
  await mcp.tools.call('save-order', { id: 1003, status: 'paid', note: 'Thanks' });
  expect((await mcp.tools.call('edit-order', { id: 1003 })).json()).toMatchObject({ status: 'paid', note: 'Thanks' });
  expect(await mcp.tools.call('edit-order', { id: 1 })).toHaveTextContent('There is no order 1');
});
