/* `@service/plugin-remember` with every store: two instances, writers of the store as attackers, and stores that go away. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../support/change-character.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import { projectOf, type BuiltProject, type BuiltServer } from '../support/built-servers.ts';
import { bundleOf, requestOf } from '../support/compile.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { forgeRecord, storedValue } from '../support/stored-records.ts';
import { ada, bob, keys, memorySecret, rememberProject, rememberSource, userOf } from './remember-project.ts';

type Client = ReturnType<typeof createClient>;

interface Context {
  readonly project: BuiltProject;
  readonly redis: RedisServer;
  readonly client: Client;
  readonly first: BuiltServer;
  readonly second: Awaited<ReturnType<typeof another>>;
}
const test = suite<Context>('stores of memories');

const variables = ({ redis: { port } }: Pick<Context, 'redis'>, more: Readonly<Record<string, string>> = {}) => ({
  KEYS: keys,
  MEMORY_URL: `redis://127.0.0.1:${port}`,
  MCP_MEMORY_SECRET: memorySecret,
  ...more,
});

/** Ends what a test that failed left running. */
const ends: (() => Promise<unknown>)[] = [];

/** A further instance of a server. */
async function another({ folder }: Pick<BuiltServer, 'folder'>, env: Readonly<Record<string, string>>) {
  const boot = await bootHttp({ folder, name: 'memories', env: { SERVICE_LOG_LEVEL: 'info', ...env } });
  ends.push(() => boot.stop());
  return { port: Number(new URL(boot.url).port), log: () => boot.output.stderr, stop: () => boot.stop() };
}

const ownRedis = "{ type: 'redis', config: { url: process.env['MEMORY_URL'] } }";

test.before(async (context) => {
  const redis = await startRedis();
  const client = createClient({ url: `redis://127.0.0.1:${redis.port}` });
  client.on('error', () => undefined);
  await client.connect();
  const project = rememberProject({ options: ownRedis });
  Object.assign(context, { project, redis, client });
  const first = await project.start('node', { env: variables({ redis }) });
  Object.assign(context, { first, second: await another(first, variables({ redis })) });
});
test.after(async ({ client, first, project, redis }) => {
  await Promise.all([first?.stop(), ...ends.map((end) => end())]);
  if (client?.isOpen) client.destroy();
  await redis?.remove();
  project?.remove();
});

/** The key of one memory, found by what it ends with. */
async function keyOf(client: Client, scope: string, end: string): Promise<string> {
  const found = (await client.keys('*')).filter((key) => key.includes(`remember:${scope}:`) && key.endsWith(`:${end}`));
  assert.is(found.length, 1, `${scope} ${end}: ${found.join(' ')}`);
  return String(found[0]);
}

test('[D2.remember.stores] two instances on one Redis server share what people remember, and nobody reads it there', async ({
  client,
  first,
  second,
}) => {
  const [here, there] = [userOf(first, ada), userOf(second, ada)];
  await here.use('set', 'word', { value: 'open sesame', options: { brand: 'spell', metadata: { heard: 'in a cave' } } });
  assert.equal(await there.use('get', 'word'), { value: 'open sesame' });
  assert.equal(await there.use('list'), { keys: ['word'] });
  assert.equal(await userOf(second, bob).use('list'), { keys: [] });
  const held = (await Promise.all((await client.keys('*')).map(async (key) => `${key} ${await client.get(key)}`))).join('\n');
  assert.ok(held.includes('remember:user:'), held);
  for (const readable of ['sesame', 'spell', 'cave', 'ada', memorySecret]) assert.not(held.includes(readable), readable);
  assert.equal(await there.use('forget', 'word'), { existed: true });
  assert.equal(await here.use('get', 'word'), { value: null });
});

test('[D2.remember.sealed] a writer of the store moves, cuts, changes or forges no memory, and the log tells once that one is not ours', async ({
  client,
  first,
}) => {
  const [one, two] = [userOf(first, ada), userOf(first, bob)];
  const inScope = (scope: string): { options: { scope: string } } => ({ options: { scope } });
  await one.use('set', 'pin', { value: 'of ada' });
  await two.use('set', 'pin2', { value: 'of bob' });
  for (const scope of ['tool', 'global']) await one.use('set', 'pin3', { value: `of ${scope}`, ...inScope(scope) });
  const names = {
    ada: await keyOf(client, 'user', 'pin'),
    bob: await keyOf(client, 'user', 'pin2'),
    tool: await keyOf(client, 'tool', 'pin3'),
    global: await keyOf(client, 'global', 'pin3'),
  };
  const sealed = await Promise.all(Object.values(names).map((name) => storedValue(client, name)));
  const [ofAda = '', ofBob = '', ofTool = '', ofAll = ''] = sealed;
  const own = names.ada;
  const attack = async (what: string, name: string, value: string): Promise<void> => {
    await forgeRecord(client, name, value);
    const scope = name === names.global ? 'global' : 'user';
    const key = name === names.global ? 'pin3' : 'pin';
    assert.equal(await one.use('get', key, inScope(scope)), { value: null }, what);
    assert.equal(await one.use('entry', key, inScope(scope)), { entry: null }, what);
    assert.equal(await one.use('knows', key, inScope(scope)), { knows: false }, what);
    assert.equal(await one.use('list', '', { options: { scope, pattern: 'pin*' } }), { keys: [] }, what);
  };
  await attack("another person's", own, ofBob);
  await attack('of another scope', own, ofTool);
  await attack('of the person, for everybody', names.global, ofAda);
  await attack('another key of everybody', own, ofAll);
  await attack('cut', own, ofAda.slice(0, -4));
  await attack('cut to nothing', own, '');
  await attack('one bit', own, changeCharacter(ofAda, 20));
  await attack('readable', own, JSON.stringify({ value: 'forged', createdAt: 1 }));
  await attack('a number', own, '123');
  await client.set(own, '123');
  assert.equal(await one.use('get', 'pin'), { value: null });
  await forgeRecord(client, own, ofAda);
  assert.equal(await one.use('get', 'pin'), { value: 'of ada' }, 'as it was');
  const log = first.log();
  assert.is(log.split('counts as absent').length, 2, log);
  for (const text of ['of ada', 'of bob', ofAda, own, memorySecret]) assert.not(log.includes(text), text);
});

test('[D2.remember.sealed] names that others wrote into the store are not listed and break nothing', async ({ client, first }) => {
  const user = userOf(first, bob);
  await user.use('set', 'mine', { value: 1, options: { scope: 'tool' } });
  const name = await keyOf(client, 'tool', 'mine');
  const place = name.slice(0, -'mine'.length);
  for (const planted of ['planted', '%', '%E0%A4%A', '__proto__', 'mine%20', '%6Dine', ''])
    await forgeRecord(client, place + planted, JSON.stringify({ value: 'forged', createdAt: 1 }));
  assert.equal(await user.use('list', '', { options: { scope: 'tool' } }), { keys: ['mine'] });
  for (const key of ['planted', '__proto__', '%6Dine', 'mine '])
    assert.equal(await user.use('get', key, { options: { scope: 'tool' } }), { value: null });
});

test('[D2.remember.sealed] a memory whose end the store was told to forget ends all the same', async ({ client, first, redis }) => {
  await userOf(first, ada).use('set', 'brief', { value: 'for an hour', options: { ttl: 3600 } });
  const name = await keyOf(client, 'user', 'brief');
  assert.ok((await client.pTTL(name)) > 0);
  await client.persist(name);
  const shiftedClock = join(import.meta.dirname, '../support/shifted-clock.mjs');
  const shift = { NODE_OPTIONS: `--import=${shiftedClock}`, SHIFT_MS: String(2 * 3_600_000) };
  const later = await another(first, variables({ redis }, shift));
  assert.equal(await userOf(first, ada).use('get', 'brief'), { value: 'for an hour' });
  assert.equal(await userOf(later, ada).use('get', 'brief'), { value: null });
  assert.equal(await userOf(later, ada).use('list', '', { options: { pattern: 'brief' } }), { keys: [] });
  await later.stop();
});

test('[D2.remember.secret] a store without a secret, or with a short one, refuses the start; another secret reads nothing', async ({
  first: { folder },
  first,
  redis,
}) => {
  const { MCP_MEMORY_SECRET: _secret, ...without } = variables({ redis });
  const refused = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { code, stderr } = await runBundle({ folder, name: 'memories', env: { PORT: '0', ...env } });
    assert.is.not(code, 0);
    return stderr;
  };
  assert.match(
    await refused(without),
    /plugin "remember": memories in a store are encrypted, and there is no secret: set MCP_MEMORY_SECRET or REMEMBER_SECRET/,
  );
  const short = await refused({ ...without, REMEMBER_SECRET: 'too-short-a-secret' });
  assert.match(short, /plugin "remember": REMEMBER_SECRET must have at least 32 characters \(it has 18\)/);
  assert.not(short.includes('too-short-a-secret'));
  assert.match(await refused({ ...without, MCP_MEMORY_SECRET: '' }), /MCP_MEMORY_SECRET/);
  await userOf(first, ada).use('set', 'kept', { value: 'by one key' });
  const other = await another(first, { ...without, REMEMBER_SECRET: `${memorySecret}, but another` });
  assert.equal(await userOf(other, ada).use('get', 'kept'), { value: null });
  await other.stop();
  const same = await another(first, { ...without, REMEMBER_SECRET: memorySecret });
  assert.equal(await userOf(same, ada).use('get', 'kept'), { value: 'by one key' });
  await same.stop();
});

test('[D2.remember.away] a store that goes away fails calls and not the server, and a start without it is refused', async ({
  client,
  first,
  redis,
  second,
}) => {
  const user = userOf(first, ada);
  await user.use('set', 'before', { value: 'it went' });
  client.destroy();
  await redis.kill();
  for (const op of ['get', 'set', 'list', 'forget']) assert.is(typeof (await user.use(op, 'before')), 'string', op);
  assert.equal(await user.call('outside'), { refused: 'this.remember is not available: RememberPlugin is not installed' });
  const { code, stderr } = await runBundle({ folder: first.folder, name: 'memories', env: { PORT: '0', ...variables({ redis }) } });
  assert.is.not(code, 0);
  assert.match(stderr, /Redis/);
  assert.not(stderr.includes(memorySecret));
  await redis.start();
  for (const server of [first, second]) {
    let found: unknown = 'away';
    // How soon the connection is tried again is the driver's matter.
    for (let tries = 0; tries < 200 && typeof found === 'string'; tries++) {
      found = await userOf(server, ada).use('get', 'before');
      if (typeof found === 'string') await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(found, { value: 'it went' });
  }
});

/** One server from its start to its end. */
async function check(server: BuiltServer, value: string): Promise<void> {
  const user = userOf(server, ada);
  for (const key of ['city', 'kept']) await user.use('set', key, { value, options: { ttl: 600 } });
  assert.equal(await user.use('get', 'kept'), { value });
  assert.equal(await user.use('list'), { keys: ['city', 'kept'] });
  assert.equal(await userOf(server, bob).use('get', 'kept'), { value: null });
}

test('[D2.remember.stores] the store of the server, a client of the project, sqlite and a key-value store on workerd', async () => {
  const redis = await startRedis();
  const proxy = await startHttpKvProxy(redis.port, 'token-of-the-proxy');
  const url = `redis://127.0.0.1:${redis.port}`;
  const before = `const redis = createClient({ url: process.env['MEMORY_URL'] ?? 'redis://127.0.0.1:1' });
redis.on('error', () => undefined);
const client = {
  async sendCommand(command: readonly string[]) {
    if (!redis.isOpen) await redis.connect();
    return redis.sendCommand([...command]);
  },
};`;
  const projects = {
    client: rememberProject({ options: "{ type: 'redis-client', client, keyPrefix: 'notes/' }", before }),
    global: rememberProject({
      options: "{ type: 'global-store' }",
      others: "RememberPlugin.init({ type: 'global-store' })",
      service: "redis: { url: process.env['MEMORY_URL'] },",
    }),
    none: rememberProject({ options: "{ type: 'global-store' }" }),
    readable: rememberProject({
      options: "{ type: 'global-store', defaultTTL: 60, encryption: { enabled: false } }",
      service: "sqlite: { path: process.env['MEMORY_FILE'] ?? 'memories.db' },",
    }),
    worker: rememberProject({ options: "{ type: 'http-kv', config: { url: process.env['KV_URL'], token: process.env['KV_TOKEN'] } }" }),
  };
  const file = join(projects.readable.root, 'kept.db');
  const env = { KEYS: keys, MEMORY_URL: url, MCP_MEMORY_SECRET: memorySecret, MCP_SESSION_SECRET: `${memorySecret} of sessions` };
  const kv = { KV_URL: proxy.url, KV_TOKEN: 'token-of-the-proxy' };
  const started = async (name: keyof typeof projects, more: Parameters<BuiltProject['start']>[1] = {}): Promise<void> => {
    const server = await projects[name].start(name === 'worker' ? 'worker' : 'node', { env, ...more });
    try {
      await check(server, `remembered by ${name}`);
      const elsewhere = { refused: 'this.remember is not available: RememberPlugin is not installed' };
      assert.equal(await userOf(server, ada).call('outside'), name === 'global' ? {} : elsewhere, 'another app has a memory of its own');
    } finally {
      await server.stop();
    }
  };
  try {
    await started('client');
    await started('global');
    await started('worker', { env: { ...env, ...kv } });
    await started('readable', { env: { ...env, MEMORY_FILE: file }, node: sqliteNode() });
    assert.ok(readFileSync(file).includes('remembered by readable'), 'without encryption');
    const failure = await projects.none.start('node', { env }).then(() => 'started', String);
    assert.match(failure, /Plugin "remember" requires global "redis" configuration/);
    const client = await createClient({ url }).connect();
    // Beside how much room each owner has taken.
    const held = (await client.keys('*')).filter((key) => !key.includes('room:'));
    client.destroy();
    assert.ok(held.some((key) => key.includes('notes/user:')) && held.some((key) => key.includes('remember:user:')), held.join('\n'));
    assert.is(held.length, 4, 'instances of one name are one server, and the other app has its own');
  } finally {
    await proxy.close();
    await redis.remove();
    for (const project of Object.values(projects)) project.remove();
  }
});

test('[D2.remember.stores] servers of one storeNamespace share memories, and others of one store do not', async () => {
  const redis = await startRedis();
  const named = (name: string, service: string): BuiltProject =>
    projectOf('memories', {
      'src/main.ts': rememberSource({ options: "{ type: 'global-store' }", service: `redis: {}, ${service}` }).replace(
        "name: 'memories'",
        `name: '${name}'`,
      ),
    });
  const projects = [named('old', "storeNamespace: 'notes',"), named('new', "storeNamespace: 'notes',"), named('other', '')];
  const env = { ...variables({ redis }), REDIS_URL: `redis://127.0.0.1:${redis.port}`, MCP_SESSION_SECRET: `${memorySecret} of sessions` };
  const found = [];
  try {
    for (const project of projects) {
      const server = await project.start('node', { env });
      ends.push(() => server.stop());
      const user = userOf(server, ada);
      found.push(await user.use('get', 'word'));
      await user.use('set', 'word', { value: 'kept' });
      await server.stop();
    }
    assert.equal(found, [{ value: null }, { value: 'kept' }, { value: null }]);
  } finally {
    await redis.remove();
    for (const project of projects) project.remove();
  }
});

test('[D2.remember.options] a plugin without tools brings nothing for entries of its own; options that a factory computes are refused', async () => {
  const project = rememberProject();
  const late = rememberProject({ options: '{ useFactory: () => ({ tools: { enabled: true } }) }' });
  try {
    const { report } = await bundleOf(requestOf(project.root, 'memories'));
    const planned = report.features.map(({ name }) => name);
    for (const name of ['inner-calls', 'request-context', 'rounds', 'raw-schemas']) assert.not(planned.includes(name), name);
    const failure = await late.start('node', { env: { KEYS: keys } }).then(() => 'started', String);
    assert.match(
      failure,
      /plugin "remember": RememberPlugin\.getPluginMetadata brings something with the options that "useFactory" computes at start/,
    );
  } finally {
    project.remove();
    late.remove();
  }
});

test('[D2.remember.options] wrong options are refused at build, each with its place and what is meant', async () => {
  const refusal = async (options: string): Promise<string> => {
    const project = rememberProject({ options });
    try {
      return await bundleOf(requestOf(project.root, 'memories')).then(() => 'built', String);
    } finally {
      project.remove();
    }
  };
  const told = await refusal(
    "{ typ: 'memory', defaultTTL: -1, tools: { enabld: true, allowedScopes: ['all'] }, encryption: true } as never",
  );
  for (const text of [
    '`typ` of plugin "remember": is no option; did you mean "type"?',
    '`defaultTTL` of plugin "remember": must be a number of seconds above 0',
    '`tools.enabld` of plugin "remember": is no option; did you mean "tools.enabled"?',
    '`tools.allowedScopes` of plugin "remember": must be a list of "session", "user", "tool", "global"',
    '`encryption` of plugin "remember": must be an object: { enabled, customKey }',
  ])
    assert.match(told, new RegExp(`src/main\\.ts:\\d+ invalid-option: ${text.replaceAll(/[.?{}]/g, String.raw`\$&`)}`));
  assert.match(await refusal("{ type: 'redis' } as never"), /`config` of plugin "remember": must be given with type "redis"/);
});

test.run();
