import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqliteDecryptionError, StorageConnectionError } from '@service/sdk/errors';
import type { SqliteOptions } from '@service/sdk/storage';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { continueOnSqliteNode } from '../../../test/support/newer-node.ts';
import { storeContract } from '../../../test/support/store-contract.ts';
import { loadSqlite, openSqliteStore } from './open-sqlite-store.ts';
import { SqliteStore } from './sqlite-store.ts';

continueOnSqliteNode(fileURLToPath(import.meta.url));

const test = suite<{ folder: string }>('sqlite');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-sqlite-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const options = (path: string, more: Partial<SqliteOptions> = {}): SqliteOptions => ({
  kind: 'sqlite',
  path,
  walMode: true,
  ttlCleanupIntervalMs: 0,
  busyTimeoutMs: 5000,
  keyPrefix: '',
  ...more,
});

async function open(given: SqliteOptions, now: () => number = Date.now): Promise<SqliteStore> {
  const store = await openSqliteStore(given, now);
  if (!(store instanceof SqliteStore)) throw new Error('another store');
  return store;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (failure: unknown) => failure,
  );

for (const [way, more] of [
  ['sqlite', {}],
  ['encrypted sqlite', { secret: 'a secret of the file' }],
  ['sqlite without WAL', { walMode: false }],
] as const) {
  for (const [name, check] of Object.entries(storeContract)) {
    // Every write of it waits for the disk.
    if (way === 'sqlite without WAL' && name.includes('more keys than fit')) continue;
    test(`${way}: ${name}`, async ({ folder }) => {
      let now = 1000;
      const given = options(join(folder, 'deep', 'state.db'), more);
      const [store, other] = [await open(given, () => now), await open(given, () => now)];
      await check({
        store,
        other,
        remainingMs: async (key) => {
          const end = store.endOf(key);
          return end === undefined ? undefined : end - now;
        },
        letEnd: async (key) => {
          now = store.endOf(key) ?? now;
        },
      });
      await Promise.all([store.close(), other.close()]);
    });
  }
}

test('[D1.storage.sqlite-restart] acknowledged records survive a restart', async ({ folder }) => {
  const path = join(folder, 'state.db');
  const before = await open(options(path));
  await before.set('kept', 'value');
  await before.close();
  const after = await open(options(path));
  assert.is(await after.get('kept'), 'value');
  await after.close();
  assert.ok((await failureOf(after.get('kept'))) instanceof StorageConnectionError, 'a closed store');
});

test('[D1.storage.sqlite-secret] another secret, or none, is a SqliteDecryptionError; with the secret nothing can be read in the file', async ({
  folder,
}) => {
  const path = join(folder, 'sealed.db');
  const sealed = await open(options(path, { secret: 'right', walMode: false }));
  await sealed.set('user:1', 'hunter2');
  await sealed.close();
  assert.not.match(readFileSync(path, 'latin1'), 'hunter2');
  for (const secret of ['wrong', undefined]) {
    const failure = await failureOf(openSqliteStore(options(path, secret === undefined ? {} : { secret })));
    assert.ok(failure instanceof SqliteDecryptionError, String(failure));
    assert.not.match(failure.message, /right|wrong/);
  }
  const plain = join(folder, 'plain.db');
  await (await open(options(plain))).close();
  assert.ok((await failureOf(openSqliteStore(options(plain, { secret: 'right' })))) instanceof SqliteDecryptionError);
  const again = await open(options(path, { secret: 'right' }));
  assert.is(await again.get('user:1'), 'hunter2');
  await again.close();
});

test('[D1.storage.sqlite-secret] a value that was moved to another key, or changed, does not open', async ({ folder }) => {
  const path = join(folder, 'moved.db');
  const store = await open(options(path, { secret: 'right' }));
  await store.set('a', 'of a');
  await store.set('b', 'of b');
  const Database = await loadSqlite();
  const raw = new Database(path);
  raw.exec("UPDATE entries SET value = (SELECT value FROM entries WHERE key = 'a') WHERE key = 'b'");
  assert.ok((await failureOf(store.get('b'))) instanceof SqliteDecryptionError);
  raw.exec("UPDATE entries SET value = x'00' WHERE key = 'a'");
  assert.ok((await failureOf(store.get('a'))) instanceof SqliteDecryptionError);
  raw.close();
  await store.close();
});

test('[D1.storage.sqlite-busy] a locked database is waited for as long as busyTimeoutMs, then it is a StorageConnectionError', async ({
  folder,
}) => {
  const path = join(folder, 'locked.db');
  const store = await open(options(path, { busyTimeoutMs: 1 }));
  const Database = await loadSqlite();
  const raw = new Database(path);
  assert.is(Object.values(new Database(path).prepare('PRAGMA journal_mode').get() ?? {})[0], 'wal');
  raw.exec('BEGIN IMMEDIATE');
  const failure = await failureOf(store.compareAndSet('a', { expected: undefined, next: '1' }));
  assert.ok(failure instanceof StorageConnectionError, String(failure));
  raw.exec('COMMIT');
  assert.is(await store.compareAndSet('a', { expected: undefined, next: '1' }), true);
  raw.close();
  await store.close();
});

test('a file that cannot be a database is named', async ({ folder }) => {
  const failure = await failureOf(openSqliteStore(options(folder)));
  assert.ok(failure instanceof StorageConnectionError);
  assert.match(failure.message, /^Failed to connect to SQLite: /);
});

test('a Node without SQLite is named with the version that is needed', async () => {
  for (const version of ['20.20.2', '22.12.0']) {
    const failure = await failureOf(loadSqlite(version));
    assert.is(failure instanceof Error && failure.message, `the sqlite store needs Node >= 22.13 (node:sqlite), found v${version}`);
  }
});

test('of several processes that swap at once one wins, and every step of a counter counts', async ({ folder }) => {
  const path = join(folder, 'shared.db');
  const racer = fileURLToPath(new URL('../../../test/support/sqlite-racer.ts', import.meta.url));
  const run = async (): Promise<string> => {
    const child = spawn(process.execPath, [...process.execArgv, racer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    return output;
  };
  const won = (await Promise.all([run(), run(), run()])).map(Number);
  assert.is(
    won.reduce((sum, count) => sum + count, 0),
    20,
    'each of 20 keys was taken by one process',
  );
  const store = await open(options(path));
  assert.is(await store.increment('count', 0), 3 * 50);
  await store.close();
});

test.run();
