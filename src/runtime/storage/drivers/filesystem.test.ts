import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { storeContract } from '../../../../test/support/store-contract.ts';
import { StorageConnectionError } from '../../errors/index.ts';
import { describeFault } from '../store-errors.ts';
import { FilesystemStore, openFilesystemStore } from './filesystem.ts';
import { FolderLock } from './folder-lock.ts';
import { recordName } from './record-file.ts';

const test = suite<{ folder: string }>('filesystem');
test.before.each((context) => {
  // In memory where there is such a folder: what waits for the disk need not wait.
  context.folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'service-files-'));
});
test.after.each(({ folder }) => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

interface Given {
  readonly secret?: string;
  readonly now?: () => number;
}

async function open(path: string, { now = Date.now, secret }: Given = {}): Promise<FilesystemStore> {
  const options = { kind: 'filesystem', path, keyPrefix: '', ...(secret === undefined ? {} : { secret }) } as const;
  const store = await openFilesystemStore({ options, now });
  if (!(store instanceof FilesystemStore)) throw new Error('another store');
  return store;
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (failure: unknown) => (failure instanceof StorageConnectionError ? failure.message : `not ours: ${String(failure)}`),
  );

const recordsOf = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'records')).filter((name) => !name.includes('service_3acheck'));

for (const [way, more] of [
  ['filesystem', {}],
  ['encrypted filesystem', { secret: 'a secret of the folder' }],
] as const) {
  for (const [name, check] of Object.entries(storeContract)) {
    // Records without an end wait for the disk.
    if (way !== 'filesystem' && name.includes('more keys than fit')) continue;
    test(`[S5.3.filesystem] ${way}: ${name}`, async ({ folder }) => {
      let now = 1000;
      const path = join(folder, 'deep', 'state');
      const [store, other] = [await open(path, { ...more, now: () => now }), await open(path, { ...more, now: () => now })];
      await check({
        store,
        other,
        remainingMs: async (key) => {
          const end = await store.endOf(key);
          return end === undefined ? undefined : end - now;
        },
        letEnd: async (key) => {
          now = (await store.endOf(key)) ?? now;
        },
      });
      await Promise.all([store.close(), other.close()]);
    });
  }
}

test('[S5.3.filesystem.names] no key leaves the folder, shares a file with another, or is too long for a name', async ({ folder }) => {
  const store = await open(join(folder, 'state'));
  const long = 'x'.repeat(300);
  const keys = [
    '../../x',
    '/etc/passwd',
    '..',
    '.',
    '',
    'a\u0000b',
    'nul',
    'Key',
    'key',
    'KEY',
    'ü',
    'u\u0308',
    '\u{1f680}',
    'a_3ab',
    'a:b',
    'a\\b',
    'a.',
    `${long}a`,
    `${long}b`,
    `${long}A`,
    '__1234',
    '\u1234',
    '\u001234',
  ];
  for (const key of keys) await store.set(key, `of ${key}`, { ttlMs: 60_000 });
  for (const key of keys) assert.is(await store.get(key), `of ${key}`);
  assert.equal(new Set(await store.keys('')), new Set([...keys, 'service:check']));
  assert.equal((await store.keys(long)).length, 3);
  assert.equal(readdirSync(folder), ['state']);
  const names = recordsOf(join(folder, 'state'));
  assert.is(new Set(names.map((name) => name.toLowerCase())).size, keys.length);
  for (const name of names) assert.match(name, /^k-[a-z0-9_-]{0,60}(?:\.[0-9a-f]{64})?$/);
  await store.close();
});

test('[S5.3.filesystem.private] folders and files are for the user of the server alone', async ({ folder }) => {
  const state = join(folder, 'state');
  mkdirSync(join(state, 'records'), { recursive: true, mode: 0o777 });
  chmodSync(join(state, 'records'), 0o777);
  const store = await open(state);
  await store.set('a', '1');
  await store.increment('b', 1);
  const modeOf = (...path: readonly string[]): string => (statSync(join(state, ...path)).mode & 0o777).toString(8);
  assert.equal([modeOf('records'), modeOf('lock'), modeOf('records', 'k-a'), modeOf('records', 'k-b')], ['700', '700', '600', '600']);
  await store.close();
  await (await open(join(folder, 'new'))).close();
  assert.is((statSync(join(folder, 'new')).mode & 0o777).toString(8), '700');
  mkdirSync(join(folder, 'linked'));
  symlinkSync(join(state, 'records'), join(folder, 'linked', 'records'));
  assert.match(await messageOf(open(join(folder, 'linked'))), 'belongs to another user or is a link');
});

test('[S5.3.filesystem.secret] another secret, or none, stops the start; without it nothing can be read, moved or prolonged', async ({
  folder,
}) => {
  const sealed = await open(folder, { secret: 'right' });
  await sealed.set('user', 'hunter2', { ttlMs: 60_000 });
  await sealed.set('other', 'of other');
  const file = join(folder, 'records', 'k-user');
  assert.not.match(readFileSync(file, 'latin1'), 'hunter2');
  for (const given of [{ secret: 'wrong' }, {}]) {
    const message = await messageOf(open(folder, given));
    assert.match(message, 'written with another encryption.secret');
    assert.not.match(message, /right|wrong/);
  }
  const stored = readFileSync(file);
  const text = stored.toString('latin1');
  writeFileSync(file, Buffer.from(text.replace(/"endsAt":\d+/, '"endsAt":null'), 'latin1'));
  assert.match(await messageOf(sealed.get('user')), 'another encryption.secret, or changed');
  writeFileSync(join(folder, 'records', 'k-other'), stored);
  assert.match(await messageOf(sealed.get('other')), 'k-other was damaged (holds another record)');
  await sealed.close();
  const plain = join(folder, 'plain');
  await (await open(plain)).close();
  assert.match(await messageOf(open(plain, { secret: 'right' })), 'another encryption.secret');
});

test('[S5.3.filesystem.damaged] a damaged file is named with what to do; one that a loss of power emptied holds nothing', async ({
  folder,
}) => {
  const store = await open(folder);
  const file = join(folder, 'records', 'k-a');
  await store.set('a', 'a long value');
  const whole = readFileSync(file);
  for (const contents of [
    whole.subarray(0, -3),
    whole.subarray(0, 5),
    Buffer.from('{"key":1}\n'),
    Buffer.from('null\n'),
    Buffer.from('x'),
  ]) {
    writeFileSync(file, contents);
    const swap = { expected: '', next: '' };
    for (const step of [() => store.get('a'), () => store.keys('a'), () => store.increment('a', 1), () => store.compareAndSet('a', swap)])
      assert.match(await messageOf(step()), `the file ${file} was damaged (`);
    assert.match(await messageOf(store.get('a')), '): remove it, or restore it from a backup');
    await store.sweep();
  }
  await store.set('b', 'another');
  assert.is(await store.get('b'), 'another');
  for (const contents of ['', '\0\0\0']) {
    writeFileSync(file, contents);
    assert.is(await store.get('a'), undefined);
  }
  assert.is(await store.compareAndSet('a', { expected: undefined, next: 'new' }), true);
  await store.close();
});

test('[S5.3.filesystem.faults] a folder that cannot be used is named, at start and later', async ({ folder }) => {
  writeFileSync(join(folder, 'file'), '');
  assert.match(
    await messageOf(open(join(folder, 'file', 'state'))),
    /^Failed to connect to the folder .*state: it is no folder, cannot be made, or was removed.*\(ENOTDIR\)$/,
  );
  const state = join(folder, 'state');
  const store = await open(state);
  await store.set('a', '1');
  renameSync(state, join(folder, 'elsewhere'));
  const steps = [
    () => store.get('a'),
    () => store.set('a', '2'),
    () => store.increment('b', 1),
    () => store.delete('a'),
    () => store.ping(),
    () => store.keys(''),
  ];
  for (const step of steps) assert.match(await messageOf(step()), 'was removed');
  renameSync(join(folder, 'elsewhere'), state);
  assert.is(await store.get('a'), '1');
  await store.close();
  assert.match(await messageOf(store.get('a')), 'it was closed');
});

test('[S5.3.filesystem.faults] a full or read-only disk and missing permissions are told with what to do', () => {
  const told = (code: string): string => describeFault(Object.assign(new Error('as the system says it'), { code }));
  for (const code of ['ENOSPC', 'EDQUOT']) assert.is(told(code), `the disk is full: free space on it (${code})`);
  assert.match(told('EROFS'), 'read-only: mount it for writing');
  for (const code of ['EACCES', 'EPERM']) assert.match(told(code), 'correct its permissions');
  assert.is(told('EIO'), 'as the system says it');
});

test('[S5.3.filesystem.ends] records that have ended are removed, with what killed writers left', async ({ folder }) => {
  let now = 1000;
  const store = await open(folder, { now: () => now });
  await store.set('ends', '1', { ttlMs: 10 });
  await store.set('stays', '1', { ttlMs: 1000 });
  await store.set('kept', '1');
  for (const name of ['draft-old', 'draft-new']) writeFileSync(join(folder, 'records', name), 'half');
  utimesSync(join(folder, 'records', 'draft-old'), 0, 0);
  now = 1010;
  await store.sweep();
  assert.equal([...recordsOf(folder)].sort(), ['draft-new', 'k-kept', 'k-stays']);
  await store.close();
});

test('[S5.3.filesystem.ends] a draft that is renamed meanwhile, and what is no file, keep no record from its end', async ({ folder }) => {
  let now = 1000;
  const store = await open(folder, { now: () => now });
  const records = join(folder, 'records');
  for (const name of readdirSync(records)) rmSync(join(records, name));
  // Listed, and gone when it is looked at; on every system one of these comes before `k-ends`.
  for (const name of ['draft-0', 'draft-1', 'k-0', 'k-z']) symlinkSync(join(folder, 'gone'), join(records, name));
  for (const name of ['draft-2', 'draft-3', 'k-1', 'k-y']) {
    mkdirSync(join(records, name));
    utimesSync(join(records, name), 0, 0);
  }
  for (let at = 0; at < 20; at++) await store.set(`ends-${at}`, '1', { ttlMs: 10 });
  now = 1010;
  await store.sweep();
  assert.equal(
    recordsOf(folder).filter((name) => name.startsWith('k-ends')),
    [],
  );
  await store.close();
});

test('[S5.3.filesystem.processes] of several processes that swap at once one wins, and every step of a counter counts', async ({
  folder,
}) => {
  const won = await Promise.all([race(folder), race(folder), race(folder)]);
  assert.is(
    won.reduce((sum, count) => sum + count, 0),
    20,
    'each of 20 keys was taken by one process',
  );
  const store = await open(folder);
  assert.is(await store.increment('count', 0), 3 * 50);
  await store.close();
});

test('[S5.3.filesystem.processes] the lock of a process that was killed is taken over, and a second opening leaves one token', async ({
  folder,
}) => {
  const store = await open(folder);
  const lock = join(folder, 'lock');
  const pid = await endedProcess();
  const [, , place] = await new FolderLock(join(folder, 'own')).run(() => String(readdirSync(join(folder, 'own'))).split('.'));
  rmSync(join(folder, 'own'), { recursive: true });
  renameSync(join(lock, 'free'), join(lock, `held.${pid}.${place}.00000000-0000-0000-0000-000000000000`));
  assert.is(await store.increment('a', 1), 1);
  assert.equal(readdirSync(lock), ['free']);
  await (await open(folder)).close();
  assert.equal(readdirSync(folder).sort(), ['lock', 'records'], 'a second opening leaves one token');
  await store.close();
});

test('[S5.3.filesystem.processes] the lock of another container is not taken for that of a dead process, also where the host has one name', async ({
  folder,
}) => {
  const store = await open(folder);
  const lock = join(folder, 'lock');
  const pid = await endedProcess();
  // As a container on the network of its host names it, whose process has a number that is free here.
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  const held = `held.${pid}.${host}.00000000-0000-0000-0000-000000000000`;
  renameSync(join(lock, 'free'), join(lock, held));
  const counting = store.increment('a', 1);
  for (let turns = 0; turns < 20; turns++) await turn();
  if (process.platform === 'linux') assert.equal(readdirSync(lock), [held]);
  if (existsSync(join(lock, held))) renameSync(join(lock, held), join(lock, 'free'));
  assert.is(await counting, 1);
  await store.close();
});

/** The number of a process that is no more. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'close');
  return child.pid ?? 0;
}

async function race(folder: string): Promise<number> {
  const racer = fileURLToPath(new URL('../../../../test/support/filesystem-racer.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, racer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return Number(output);
}

test('a name shows its key', () => {
  assert.is(recordName('mcp:task:7'), 'k-mcp_3atask_3a7');
});

test.run();
