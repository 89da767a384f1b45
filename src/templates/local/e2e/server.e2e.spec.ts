import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@service/testing';

const env: Record<string, string> = {};

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notes-'));
  env['NOTES_FOLDER'] = folder;
  await writeFile(join(folder, 'first.md'), 'Buy milk\nCall Ada');
  await writeFile(join(folder, 'image.png'), 'milk');
  await symlink('/etc/hostname', join(folder, 'leak.txt'));
});
test.afterAll(() => rm(env['NOTES_FOLDER'] ?? '', { recursive: true }));

test('finds lines in any letter case', async ({ mcp }) => {
  const result = await mcp.tools.call('search-notes', { text: 'MILK' });
  expect(result.json()).toEqual({ matches: [{ file: 'first.md', line: 1, text: 'Buy milk' }], complete: true });
});

test('finds nothing where nothing is', async ({ mcp }) => {
  expect((await mcp.tools.call('search-notes', { text: 'none' })).json()).toEqual({ matches: [], complete: true });
});

test('refuses an empty text', async ({ mcp }) => {
  expect(await mcp.tools.call('search-notes', { text: '' })).toBeError('INVALID_INPUT');
});
