import { join } from 'node:path';
import { tmpdir } from 'node:os';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stagingMark, writeFolder } from './write.ts';
import { WriteFailed, type WriteFailure } from './failures.ts';

const nothingOwned = { ownNames: new Set<string>() };
const temporary = (): string => mkdtempSync(join(tmpdir(), 'service-write-'));
/** Above every process id that Linux gives. */
const deadPid = 2 ** 30;

async function failureOf(writing: Promise<unknown>): Promise<WriteFailed> {
  try {
    await writing;
  } catch (error) {
    if (error instanceof WriteFailed) return error;
    throw error;
  }
  throw new Error('The write succeeded');
}

test('[I2.build.whole-or-not] a folder is replaced whole, with modes, and nothing is left beside it', async () => {
  const parent = temporary();
  const folder = join(parent, 'dist', 'node');
  const first = await writeFolder(folder, [{ path: 'old.js', contents: 'old' }], nothingOwned);
  assert.equal(
    first.map((file) => file.path),
    ['old.js'],
  );
  await writeFolder(
    folder,
    [
      { path: 'run', contents: '#!/bin/sh\n', mode: 0o755 },
      { path: 'deep/a.js', contents: new Uint8Array([1, 2]) },
    ],
    { ownNames: new Set(['old.js']) },
  );
  assert.equal(readdirSync(folder).sort(), ['deep', 'run']);
  assert.is(statSync(join(folder, 'run')).mode & 0o777, 0o755);
  assert.is(statSync(join(folder, 'deep', 'a.js')).mode & 0o777, 0o644);
  assert.equal(readdirSync(join(parent, 'dist')), ['node']);
  rmSync(parent, { recursive: true });
});

test('[I7.dev.saves] a scratch folder is replaced whole too, and nothing in it is a stranger', async () => {
  const parent = temporary();
  const folder = join(parent, 'dev');
  const scratch = { ...nothingOwned, scratch: true } as const;
  await writeFolder(folder, [{ path: 'old.js', contents: 'old' }], scratch);
  await writeFolder(folder, [{ path: 'new.js', contents: 'new' }], scratch);
  assert.equal([readdirSync(parent), readdirSync(folder)], [['dev'], ['new.js']]);
  assert.is(readFileSync(join(folder, 'new.js'), 'utf8'), 'new');
  rmSync(parent, { recursive: true });
});

test('[I2.build.foreign-files] a folder with a file that no build wrote is refused and stays as it is', async () => {
  const parent = temporary();
  const folder = join(parent, 'node');
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.txt'), 'years');
  const failure = await failureOf(writeFolder(folder, [{ path: 'a.js', contents: '' }], nothingOwned));
  assert.is(failure.reason, 'foreign-files' satisfies WriteFailure);
  assert.match(failure.message, 'thesis.txt');
  assert.equal(readdirSync(parent), ['node']);
  assert.equal(readdirSync(folder), ['thesis.txt']);
  rmSync(parent, { recursive: true });
});

test('[I2.build.interrupted] an abort in the middle leaves the earlier output and no temporary folder', async () => {
  const parent = temporary();
  const folder = join(parent, 'node');
  await writeFolder(folder, [{ path: 'a.js', contents: 'first' }], nothingOwned);
  const controller = new AbortController();
  const files = [
    { path: 'a.js', contents: 'second' },
    // Read while the first file is being written: the abort arrives in the middle.
    {
      path: 'b.js',
      get contents() {
        controller.abort();
        return 'x';
      },
    },
    { path: 'c.js', contents: 'y' },
  ];
  const failure = await failureOf(writeFolder(folder, files, { ...nothingOwned, signal: controller.signal }));
  assert.is(failure.reason, 'interrupted');
  assert.equal(readdirSync(parent), ['node']);
  assert.is(readFileSync(join(folder, 'a.js'), 'utf8'), 'first');
  rmSync(parent, { recursive: true });
});

test('[I2.build.unwritable] a path below a file, and a folder without write permission, are refused with a reason', async () => {
  const parent = temporary();
  writeFileSync(join(parent, 'dist'), 'a file');
  const below = await failureOf(writeFolder(join(parent, 'dist', 'node'), [{ path: 'a.js', contents: '' }], nothingOwned));
  assert.ok(['not-writable', 'failed'].includes(below.reason));
  assert.match(below.message, join(parent, 'dist', 'node'));
  const locked = join(parent, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o555);
  const script = `import(${JSON.stringify(new URL('./write.ts', import.meta.url).href)}).then(async ({ writeFolder }) => {
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    await writeFolder(${JSON.stringify(join(locked, 'node'))}, [{ path: 'a.js', contents: '' }], { ownNames: new Set() }).catch((error) => console.log(error.reason, error.message));
  })`;
  chmodSync(parent, 0o755);
  const run = spawnSync(process.execPath, ['--import', 'tsx', '--conditions=service-source', '--eval', script], { encoding: 'utf8' });
  assert.match(run.stdout, 'not-writable');
  assert.equal(readdirSync(locked), []);
  rmSync(parent, { recursive: true });
});

test('[I2.build.disk-full] a disk that fills up in the middle leaves the earlier output, says so, and leaves nothing behind', async () => {
  const parent = temporary();
  // Mounting a small disk needs root; elsewhere the other failures stand for it.
  if (process.getuid?.() !== 0) return rmSync(parent, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', parent]);
  try {
    const folder = join(parent, 'node');
    await writeFolder(folder, [{ path: 'a.js', contents: 'first' }], nothingOwned);
    const files = [
      { path: 'a.js', contents: 'second' },
      { path: 'b.js', contents: Buffer.alloc(256 * 1024) },
    ];
    const failure = await failureOf(writeFolder(folder, files, nothingOwned));
    assert.is(failure.reason, 'no-space');
    assert.match(failure.message, 'No space left');
    assert.equal(readdirSync(parent), ['node']);
    assert.is(readFileSync(join(folder, 'a.js'), 'utf8'), 'first');
  } finally {
    execFileSync('umount', [parent]);
    rmSync(parent, { recursive: true });
  }
});

test('[I2.build.recovery] what a killed build left is put back or removed; a living build is left alone', async () => {
  const parent = temporary();
  const folder = join(parent, 'node');
  await writeFolder(folder, [{ path: 'a.js', contents: 'first' }], nothingOwned);
  // Killed between the two renames: the old folder is aside, its successor is not in place.
  renameSync(folder, join(parent, `.node${stagingMark}${deadPid}-aa-old`));
  mkdirSync(join(parent, `.node${stagingMark}${deadPid}-aa`));
  const alive = join(parent, `.node${stagingMark}${process.pid}-bb`);
  mkdirSync(alive);
  await failureOf(writeFolder(folder, [{ path: '../escape', contents: '' }], nothingOwned));
  assert.not.ok(existsSync(folder), 'a refused path is refused before anything is touched');
  const failure = await failureOf(writeFolder(folder, [{ path: 'b.js', contents: '' }], nothingOwned));
  assert.is(failure.reason, 'foreign-files', 'the old folder is back, with a file that is not ours here');
  assert.is(readFileSync(join(folder, 'a.js'), 'utf8'), 'first');
  assert.ok(existsSync(alive));
  assert.equal(readdirSync(parent).length, 2);
  rmSync(parent, { recursive: true });
});

test.run();
