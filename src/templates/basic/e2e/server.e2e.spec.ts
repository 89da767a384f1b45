import { expect, test } from '@service/testing';

test.use({ server: './src/main.ts' });

test('lists the tool', async ({ mcp }) => {
  expect(await mcp.tools.list()).toContainTool('add');
});

test('adds two numbers', async ({ mcp }) => {
  const result = await mcp.tools.call('add', { a: 2, b: 3 });
  expect(result).toBeSuccessful();
  expect(result.json()).toEqual({ sum: 5 });
});

test('refuses text where a number belongs', async ({ mcp }) => {
  expect(await mcp.tools.call('add', { a: 'two', b: 3 })).toBeError('INVALID_INPUT');
});

test('reads the resource', async ({ mcp }) => {
  expect((await mcp.resources.read('calc://constants')).json()).toMatchObject({ pi: Math.PI });
});

test('gets the prompt', async ({ mcp }) => {
  const prompt = await mcp.prompts.get('explain', { task: '2 + 3' });
  expect(prompt).toHaveMessages(1);
  expect(JSON.stringify(prompt.messages)).toContain('2 + 3');
});
