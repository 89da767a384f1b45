import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from '../test-support/connect.mjs';

let client;
let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(root, 'notes'));
  await writeFile(join(root, 'notes', 'First.md'), 'one\ntwo\nthree');
  await symlink('/etc', join(root, 'leak'));
  await symlink('/tmp/files-example-target', join(root, 'trap.txt'));
  client = await connect({ FILES_ROOT: root });
});
after(() => client?.close());

const call = (name, args) => client.request('tools/call', { name, arguments: args });

test('reads some lines', async () => {
  const { structuredContent } = await call('read-file', { path: 'notes/First.md', from: 2, lines: 1 });
  assert.deepEqual(structuredContent, { text: 'two', lines: 3 });
});

test('writes what it then reads', async () => {
  await call('write-file', { path: 'notes/second.md', text: 'héllo' });
  assert.equal(await readFile(join(root, 'notes', 'second.md'), 'utf8'), 'héllo');
});

test('lists folders first, and finds by part of a name', async () => {
  const { structuredContent: listed } = await call('list-folder', {});
  assert.deepEqual(
    listed.entries.map(({ name, kind }) => `${kind} ${name}`),
    ['folder notes', 'link leak', 'link trap.txt'],
  );
  const { structuredContent: found } = await call('search-files', { text: 'FIRST' });
  assert.deepEqual(found, { paths: ['notes/First.md'], complete: true });
});

for (const path of ['../secret', '/etc/passwd', 'leak/passwd', 'notes/../../x', 'notes/%2e%2e/../../../etc/passwd']) {
  test(`never leaves its folder: ${path}`, async () => {
    const read = await call('read-file', { path });
    const written = await call('write-file', { path, text: 'mine' });
    assert.equal(read.isError, true);
    assert.equal(written.isError, true);
  });
}

test('does not write through a link', async () => {
  const { isError } = await call('write-file', { path: 'trap.txt', text: 'mine' });
  assert.equal(isError, true);
});
