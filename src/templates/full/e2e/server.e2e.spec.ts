import { expect, test } from '@service/testing';

test.use({ server: './src/main.ts' });

test.each(['add-note', 'import-notes', 'add'])('lists %s', async ({ mcp }, name) => {
  expect(await mcp.tools.list()).toContainTool(name);
});

test('adds two numbers', async ({ mcp }) => {
  expect((await mcp.tools.call('add', { a: 2, b: 3 })).json()).toEqual({ sum: 5 });
});

test('stores a note and reads it back', async ({ mcp }) => {
  const added = await mcp.tools.call('add-note', { title: 'Milk', text: 'Buy milk.' });
  const { uri } = added.json() as { uri: string };
  expect((await mcp.resources.read(uri)).text()).toBe('Buy milk.');
});

test('stores several notes and reports progress', async ({ mcp }) => {
  const progress = mcp.notifications.collectProgress();
  const result = await mcp.tools.call('import-notes', { notes: [{ title: 'A', text: 'a' }] });
  expect(result.json()).toEqual({ stored: 1 });
  expect(await progress.waitForComplete()).toHaveLength(1);
});

test('completes the tone of the prompt', async ({ mcp }) => {
  const { result } = await mcp.raw.request({
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'summarize' }, argument: { name: 'tone', value: 'f' } },
  });
  expect(result).toMatchObject({ completion: { values: ['friendly', 'formal'] } });
});
