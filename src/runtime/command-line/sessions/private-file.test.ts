import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandFailure } from '../failures.ts';
import { withLock } from './file-lock.ts';
import { codeOf, makePrivateFolder, readPrivateFile, writePrivateFile } from './private-file.ts';

const test = suite<{ folder: string; file: string }>('files of credentials');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-private-'));
  context.file = join(context.folder, 'file');
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const failure = await attempt.then(String, (reason: unknown) => reason);
  return failure instanceof CommandFailure ? `${failure.message} | ${failure.hint ?? ''}` : `no refusal: ${String(failure)}`;
}

test('a file of another user is refused, and one that is too large to be ours', async ({ file }) => {
  writeFileSync(file, 'x'.repeat(1024 * 1024), { mode: 0o600 });
  assert.is((await readPrivateFile(file))?.length, 1024 * 1024);
  const { getuid } = process;
  try {
    process.getuid = () => statSync(file).uid + 1;
    assert.is(await refusal(readPrivateFile(file)), `${file} belongs to another user | Remove it, then sign in again`);
  } finally {
    if (getuid !== undefined) process.getuid = getuid;
  }
  writeFileSync(file, 'x'.repeat(1024 * 1024 + 1), { mode: 0o600 });
  assert.is(await refusal(readPrivateFile(file)), `${file} is too large to be ours | Remove it, then sign in again`);
});

test('on Windows, where modes say nothing, they are not looked at', async ({ file }) => {
  writeFileSync(file, 'text');
  chmodSync(file, 0o644);
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  try {
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    assert.is(await readPrivateFile(file), 'text');
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});

test('a missing file is undefined; an unreadable one is named with its code', async ({ file }) => {
  assert.is(await readPrivateFile(file), undefined);
  writeFileSync(file, '', { mode: 0o600 });
  const below = join(file, 'below');
  assert.is(await refusal(readPrivateFile(below)), `${below} cannot be read (ENOTDIR) | Check who owns it and its folder`);
});

test('a file that cannot be put in its place leaves no draft', async ({ file, folder }) => {
  mkdirSync(join(file, 'full'), { recursive: true });
  assert.match(await refusal(writePrivateFile(file, 'text')), `${file} cannot be written (`);
  assert.equal(readdirSync(folder), ['file']);
});

test('a folder that others could list is theirs no more', async ({ folder }) => {
  chmodSync(folder, 0o755);
  await makePrivateFolder(folder);
  assert.is(statSync(folder).mode & 0o777, 0o700);
});

test('no file stays open', async ({ file }) => {
  const countOpen = (): number => readdirSync('/dev/fd').length;
  const before = countOpen();
  for (let time = 0; time < 20; time++) {
    await writePrivateFile(file, 'text');
    await readPrivateFile(file);
    await withLock(`${file}.lock`, async () => undefined);
  }
  assert.ok(countOpen() < before + 20);
});

test('a failure is named by its code, else by itself', () => {
  const failure = new Error('why');
  assert.is(codeOf(Object.assign(new Error('why'), { code: 'ENOENT' })), 'ENOENT');
  assert.is(codeOf(Object.assign(failure, { code: 1 })), 'Error: why');
  assert.equal([new Error('why'), 'why', { code: 'ENOENT' }].map(codeOf), ['Error: why', 'why', '[object Object]']);
});

test.run();
