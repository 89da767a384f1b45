import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeFolders } from './write.ts';

const test = suite<{ root: string }>('makeFolders');
test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-folders-'));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'made',
    (error: unknown): unknown => Reflect.get(Object(error), 'code'),
  );

test('creates missing folders and returns the first one it created', async ({ root }) => {
  assert.is(await makeFolders(join(root, 'a/b/c')), join(root, 'a'));
  assert.is(await makeFolders(join(root, 'a/b/c')), undefined);
  assert.ok(existsSync(join(root, 'a/b/c')));
});

test('[I2.bad-input.odd-places] a place where nothing can be made is an error, never an endless attempt', async ({ root }) => {
  if (existsSync('/proc/self')) assert.is(await codeOf(makeFolders('/proc/service-none/deeper')), 'ENOENT');
  writeFileSync(join(root, 'file'), '');
  assert.is(await codeOf(makeFolders(join(root, 'file/x'))), 'ENOTDIR');
  assert.is(await codeOf(makeFolders(join(root, 'file'))), 'ENOTDIR');
});

test.run();
