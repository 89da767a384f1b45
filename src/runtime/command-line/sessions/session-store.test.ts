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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeBase64url, Seal } from '../../std/index.ts';
import { CommandFailure } from '../failures.ts';
import { withLock } from './file-lock.ts';
import { SessionStore, type Session } from './session-store.ts';

const session: Session = {
  url: 'https://example.org/mcp',
  credentials: {
    accessToken: 'secret-access',
    expiresAt: 1,
    refresh: { token: 'secret-refresh', endpoint: 'https://example.org/token', clientId: 'c', resource: 'https://example.org/mcp' },
    revocationEndpoint: 'https://example.org/revoke',
  },
};

async function inFolder(work: (store: SessionStore, folder: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'service-sessions-'));
  const folder = join(root, 'cli');
  try {
    await work(new SessionStore(folder, 'tool'), folder);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const save = (store: SessionStore): Promise<unknown> => store.change(() => ({ current: 'a', byName: new Map([['a', session]]) }));

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const failure = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(failure instanceof CommandFailure)) throw new Error('no CommandFailure', { cause: failure });
  return `${failure.message} | ${failure.hint ?? ''}`;
}

test('[cli-program.credentials] saved sessions are read again, encrypted in a file that only its owner reads', () =>
  inFolder(async (store, folder) => {
    assert.equal([...(await store.read()).byName], []);
    await save(store);
    assert.equal([...(await store.read()).byName], [['a', session]]);
    assert.is(statSync(folder).mode & 0o777, 0o700);
    assert.equal(readdirSync(folder).sort(), ['key', 'sessions']);
    for (const name of ['key', 'sessions']) {
      assert.is(statSync(join(folder, name)).mode & 0o777, 0o600);
      assert.not.match(readFileSync(join(folder, name), 'utf8'), /secret|example/);
    }
    // Of another program with the same key.
    assert.match(await refusal(new SessionStore(folder, 'other').read()), 'is damaged, or was made with another key');
    await store.clear();
    assert.equal(readdirSync(folder), []);
  }));

test('[cli-program.credentials] a file that others may read is refused, not used', () =>
  inFolder(async (store, folder) => {
    await save(store);
    for (const name of ['key', 'sessions']) {
      chmodSync(join(folder, name), 0o644);
      assert.match(
        await refusal(store.read()),
        `${join(folder, name)} holds credentials and is open to other users (mode 644) | Run chmod 600`,
      );
      assert.match(await refusal(save(store)), 'open to other users');
      chmodSync(join(folder, name), 0o600);
    }
    await store.read();
  }));

test('[cli-program.credentials] a damaged, emptied, foreign or linked file is named and left as it is', () =>
  inFolder(async (store, folder) => {
    await save(store);
    const good = readFileSync(store.file, 'utf8');
    for (const bad of ['', 'x', good.slice(0, -5), `${good.slice(0, 20)}A${good.slice(21)}`, '{"current":"local","sessions":[]}']) {
      if (bad === good) continue;
      writeFileSync(store.file, bad);
      assert.is(
        await refusal(store.read()),
        `${store.file} is damaged, or was made with another key | Run logout --all to start afresh, then connect and login again`,
      );
      await refusal(save(store));
      assert.is(readFileSync(store.file, 'utf8'), bad);
    }
    writeFileSync(store.file, good);
    rmSync(join(folder, 'key'));
    assert.match(await refusal(store.read()), 'is damaged');
    renameSync(store.file, join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), store.file);
    assert.match(await refusal(store.read()), `${store.file} cannot be read (ELOOP) | Replace the symbolic link`);
    await store.clear();
    assert.ok(existsSync(join(folder, 'elsewhere')));
  }));

test('[cli-program.credentials] a folder that cannot be written is named, and leaves nothing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-sessions-'));
  writeFileSync(join(root, 'file'), '');
  const store = new SessionStore(join(root, 'file', 'cli'), 'tool');
  assert.match(await refusal(save(store)), 'Set SERVICE_HOME to a folder of your own');
  assert.equal(readdirSync(root), ['file']);
  rmSync(root, { recursive: true });
});

test('a sealed text without a list of sessions is damaged; rows that are not sessions are skipped', () =>
  inFolder(async (store, folder) => {
    await save(store);
    const key = decodeBase64url(readFileSync(join(folder, 'key'), 'utf8').trim()) ?? new Uint8Array();
    const seal = new Seal(new Uint8Array(key), { label: 'command-line sessions', identity: 'tool' });
    const read = async (value: unknown) => {
      writeFileSync(store.file, await seal.seal(JSON.stringify(value), 'tool'));
      return store.read();
    };
    for (const value of [
      null,
      [],
      'text',
      { sessions: [] },
      { current: 1, sessions: [] },
      { current: 'a' },
      { current: 'a', sessions: {} },
    ])
      assert.match(await refusal(read(value)), 'is damaged', JSON.stringify(value));
    assert.match(await refusal(read({ current: 'a', sessions: [['a', {}]] })), 'A session has no address');
    const rows = [1, null, ['a'], ['a', 'text'], [1, { url: 'u' }], ['plain', { url: 'u', credentials: 'text' }]];
    assert.equal([...(await read({ current: 'a', sessions: rows })).byName], [['plain', { url: 'u' }]]);
    const credentials = session.credentials ?? { accessToken: '' };
    const readBack = async (change: object) => {
      const row = ['a', { url: 'u', credentials: { ...credentials, ...change } }];
      return (await read({ current: 'a', sessions: [row] })).byName.get('a')?.credentials;
    };
    assert.equal(await readBack({}), credentials);
    assert.is(await readBack({ accessToken: 1 }), undefined);
    for (const name of ['expiresAt', 'refresh', 'revocationEndpoint']) {
      const { [name]: _, ...rest } = { ...credentials } as Record<string, unknown>;
      for (const value of [false, null, undefined]) assert.equal(await readBack({ [name]: value }), rest, name);
    }
    for (const name of ['clientId', 'endpoint', 'resource', 'token']) {
      const { refresh, ...rest } = credentials;
      assert.equal(await readBack({ refresh: { ...refresh, [name]: 1 } }), rest, name);
    }
  }));

test('a key of another length is no key: a new one is made where nothing is sealed with it', () =>
  inFolder(async (store, folder) => {
    await save(store);
    writeFileSync(join(folder, 'key'), 'AAAA');
    assert.match(await refusal(store.read()), 'is damaged');
    rmSync(store.file);
    await save(store);
    assert.is(readFileSync(join(folder, 'key'), 'utf8').length, 44);
    assert.equal([...(await store.read()).byName.keys()], ['a']);
  }));

test('[cli-program.login] changes of several processes follow each other, and a lock of a killed one is taken over', () =>
  inFolder(async (store, folder) => {
    const add = (name: string) =>
      new SessionStore(folder, 'tool').change(({ byName, current }) => ({ current, byName: new Map([...byName, [name, { url: name }]]) }));
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    await Promise.all(names.map(add));
    assert.equal([...(await store.read()).byName.keys()].sort(), names);
    writeFileSync(join(folder, 'lock'), '');
    utimesSync(join(folder, 'lock'), 0, 0);
    await add('last');
    assert.not.ok(existsSync(join(folder, 'lock')));
  }));

test('[cli-program.login] a lock that another process took over meanwhile is left to it', () =>
  inFolder(async (_store, folder) => {
    const lock = join(folder, 'lock');
    await withLock(lock, async () => writeFileSync(lock, 'of another'));
    assert.is(readFileSync(lock, 'utf8'), 'of another');
    utimesSync(lock, 0, 0);
    assert.is(await withLock(lock, async () => readFileSync(lock, 'utf8').length), 36, 'a stale one is taken over');
    assert.equal(readdirSync(folder), []);
  }));

function leaveStaleLock(folder: string): string {
  mkdirSync(folder);
  const lock = join(folder, 'lock');
  writeFileSync(lock, 'of a killed process');
  utimesSync(lock, 0, 0);
  return lock;
}

test('a lock that stays taken, or cannot be made, is named', () =>
  inFolder(async (_store, folder) => {
    const lock = join(folder, 'lock');
    await withLock(lock, async () => undefined);
    writeFileSync(lock, '');
    const { now } = Date;
    try {
      let asked = 0;
      // Patience begins with the first look at the clock, and is over with the next.
      Date.now = () => now() + (asked++ === 0 ? 0 : 20_000);
      assert.is(
        await refusal(withLock(lock, async () => undefined)),
        `Another process holds ${lock} | Wait for it to end; if no such process runs, remove the file`,
      );
    } finally {
      Date.now = now;
    }
    const long = join(folder, 'x'.repeat(300));
    assert.match(await refusal(withLock(long, async () => undefined)), `${long} cannot be written (ENAMETOOLONG) | Set SERVICE_HOME`);
  }));

test('[cli-program.login] processes that find a stale lock at once take it over one after the other', () =>
  inFolder(async (_store, folder) => {
    const lock = leaveStaleLock(folder);
    let running = 0;
    const work = async (): Promise<number> => {
      running += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return running--;
    };
    assert.equal(await Promise.all(Array.from({ length: 8 }, () => withLock(lock, work))), Array(8).fill(1));
    assert.equal(readdirSync(folder), []);
  }));

test('[cli-program.login] a stale lock that another process is removing is left to it, until that one is stale too', () =>
  inFolder(async (_store, folder) => {
    const lock = leaveStaleLock(folder);
    writeFileSync(`${lock}.removal`, '');
    const { now } = Date;
    let looks = 0;
    let isStale = false;
    try {
      // Each try looks at the clock: some find the other process at work, and then it is one that was killed a minute ago.
      Date.now = () => {
        looks += 1;
        if (looks === 10) utimesSync(`${lock}.removal`, 0, 0);
        isStale ||= looks >= 10;
        return now();
      };
      assert.ok(await withLock(lock, async () => isStale));
    } finally {
      Date.now = now;
    }
    assert.equal(readdirSync(folder), []);
  }));

test.run();
