import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@service/testing';

const env: Record<string, string> = {};
let root = '';

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(root, 'notes'));
  await writeFile(join(root, 'notes', 'First.md'), 'one\ntwo\nthree');
  await symlink('/etc', join(root, 'leak'));
  await symlink('/tmp/files-example-target', join(root, 'trap.txt'));
  env['FILES_ROOT'] = root;
});
test.afterAll(() => rm(root, { recursive: true }));

test('reads some lines', async ({ mcp }) => {
  const result = await mcp.tools.call('read-file', { path: 'notes/First.md', from: 2, lines: 1 });
  expect(result.json()).toEqual({ text: 'two', lines: 3 });
});

test('writes what it then reads', async ({ mcp }) => {
  expect(await mcp.tools.call('write-file', { path: 'notes/second.md', text: 'héllo' })).toBeSuccessful();
  expect(await readFile(join(root, 'notes', 'second.md'), 'utf8')).toBe('héllo');
});

test('lists folders first, and finds by part of a name', async ({ mcp }) => {
  const listed = await mcp.tools.call('list-folder');
  expect(listed.json()).toMatchObject({
    entries: [
      { kind: 'folder', name: 'notes' },
      { kind: 'link', name: 'leak' },
      { kind: 'link', name: 'trap.txt' },
    ],
  });
  const found = await mcp.tools.call('search-files', { text: 'FIRST' });
  expect(found.json()).toEqual({ paths: ['notes/First.md'], complete: true });
});

test.each(['../secret', '/etc/passwd', 'leak/passwd', 'notes/../../x', 'notes/%2e%2e/../../../etc/passwd'])(
  'never leaves its folder: %s',
  async ({ mcp }, path) => {
    expect(await mcp.tools.call('read-file', { path })).toBeError();
    expect(await mcp.tools.call('write-file', { path, text: 'mine' })).toBeError();
  },
);

test('does not write through a link', async ({ mcp }) => {
  expect(await mcp.tools.call('write-file', { path: 'trap.txt', text: 'mine' })).toBeError();
});
