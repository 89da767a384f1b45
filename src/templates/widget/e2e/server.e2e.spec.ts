import { expect, test } from '@service/testing';

test.use({ server: './src/main.ts' });

test('lists the tool', async ({ mcp }) => {
  expect(await mcp.tools.list()).toContainTool('palette');
});

test('mixes colours', async ({ mcp }) => {
  const result = await mcp.tools.call('palette', { hue: 0, count: 2 });
  expect(result).toBeSuccessful();
  expect(result.json()).toEqual({ hue: 0, colours: ['hsl(0 65% 50%)', 'hsl(30 65% 50%)'] });
});

test('refuses a hue beyond the circle', async ({ mcp }) => {
  expect(await mcp.tools.call('palette', { hue: 360 })).toBeError('INVALID_INPUT');
});
