/* `@service/plugin-remember` in built bundles on node, with everything in memory: members, scopes, limits, tools, and who is who. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial, type OfficialClient } from '../../scripts/clients/official-client.ts';
import { bootStdio } from '../support/boot/node.ts';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { ada, bob, callerOf, keys, rememberProject, userOf } from './remember-project.ts';

interface Context {
  readonly projects: readonly BuiltProject[];
  /** Whose callers show keys. */
  readonly server: BuiltServer;
  /** Whose callers are anonymous; its tools have a prefix and all scopes. */
  readonly open: BuiltServer;
}
const test = suite<Context>('remember');

test.before(async (context) => {
  const projects = [
    rememberProject({ options: '{ tools: { enabled: true } }' }),
    rememberProject({
      isAnonymous: true,
      options: "{ tools: { enabled: true, prefix: 'my-', allowedScopes: ['global', 'user', 'tool'] } }",
    }),
  ];
  Object.assign(context, { projects });
  const [server, open] = await Promise.all(projects.map((project) => project.start('node', { env: { KEYS: keys } })));
  Object.assign(context, { server, open });
});
test.after(async ({ open, projects, server }) => {
  await Promise.all([open?.stop(), server?.stop()]);
  for (const project of projects) project.remove();
});

test('[D2.remember.member] this.remember sets, gets, tells, lists and forgets', async ({ server }) => {
  const user = userOf(server, ada);
  assert.equal(await user.use('get', 'city'), { value: null });
  assert.equal(await user.use('get', 'city', { options: { defaultValue: 'nowhere' } }), { value: 'nowhere' });
  assert.equal(await user.use('knows', 'city'), { knows: false });
  const before = Date.now();
  await user.use('set', 'city', { value: { name: 'Oslo', at: [1, null] }, options: { ttl: 60, brand: 'place', metadata: { by: 'ada' } } });
  assert.equal(await user.use('get', 'city', { options: { defaultValue: 'nowhere' } }), { value: { name: 'Oslo', at: [1, null] } });
  assert.equal(await user.use('knows', 'city'), { knows: true });
  const { entry } = (await user.use('entry', 'city')) as { entry: { createdAt: number; expiresAt: number } };
  assert.ok(entry.createdAt >= before && entry.createdAt <= Date.now());
  assert.equal(entry, {
    value: { name: 'Oslo', at: [1, null] },
    createdAt: entry.createdAt,
    expiresAt: entry.createdAt + 60_000,
    brand: 'place',
    metadata: { by: 'ada' },
  });
  await user.use('set', 'name', { value: 'Ada' });
  assert.equal(await user.use('list'), { keys: ['city', 'name'] });
  assert.equal(await user.use('forget', 'city'), { existed: true });
  assert.equal(await user.use('forget', 'city'), { existed: false });
  assert.equal(await user.use('list'), { keys: ['name'] });
});

test('[D2.remember.member] resources and prompts remember too, and another app is told that the plugin is not installed', async ({
  server,
}) => {
  const user = userOf(server, ada);
  for (const times of ['1', '2']) {
    const { result: read } = (await user.ask('resources/read', { uri: 'memory://count' })) as { result: { contents: { text: string }[] } };
    assert.is(read.contents[0]?.text, times);
    const { result: got } = (await user.ask('prompts/get', { name: 'ask' })) as { result: { messages: { content: { text: string } }[] } };
    assert.is(got.messages[0]?.content.text, `use ${times}`);
  }
  assert.equal(await user.call('outside'), { refused: 'this.remember is not available: RememberPlugin is not installed' });
});

test('[D2.remember.scopes] what one person, entry or scope remembers no other reads, lists or forgets', async ({ server }) => {
  const [one, two] = [userOf(server, ada), userOf(server, bob)];
  const scopes = ['user', 'tool', 'global'];
  for (const scope of scopes) await one.use('set', 'color', { value: `of ${scope}`, options: { scope } });
  for (const scope of scopes) assert.equal(await one.use('get', 'color', { options: { scope } }), { value: `of ${scope}` });
  assert.equal(await one.use('get', 'color'), { value: 'of user' }, 'a session that is none is the person');
  for (const scope of ['user', 'tool', 'session']) {
    assert.equal(await two.use('get', 'color', { options: { scope } }), { value: null });
    assert.equal(await two.use('list', '', { options: { scope } }), { keys: [] });
    assert.equal(await two.use('forget', 'color', { options: { scope } }), { existed: false });
  }
  assert.equal(await two.use('get', 'color', { options: { scope: 'global' } }), { value: 'of global' });
  const other = { op: 'get', key: 'color', value: null };
  assert.equal(await one.call('other', { ...other, options: { scope: 'tool' } }), { value: null }, 'another entry');
  assert.equal(await one.call('other', { ...other, options: { scope: 'user' } }), { value: 'of user' });
  assert.match(String(await one.use('get', 'color', { options: { scope: 'all' } })), /"scope" must be "session", "user", "tool", "global"/);
  assert.match(String(await one.use('get', 'color', { options: { scope: '__proto__' } })), /"scope" must be/);
});

test('[D2.remember.anonymous] anonymous callers share what is global and nothing else: each has a session, or is refused', async ({
  open,
}) => {
  const nobody = userOf(open);
  for (const scope of ['session', 'user', 'tool'])
    for (const op of ['get', 'set', 'list', 'forget'])
      assert.match(
        String(await nobody.use(op, 'secret', { options: { scope } })),
        /nothing can be remembered for an anonymous caller/,
        scope,
      );
  await nobody.use('set', 'open', { value: 1, options: { scope: 'global' } });
  const url = `http://localhost:${open.port}/mcp`;
  const [one, two] = await Promise.all([1, 2].map(() => connectOfficial('sdk 1.x', { kind: 'http', url })));
  const [first, second] = [one, two].map((client) => memoryOf(client as OfficialClient));
  for (const scope of ['session', 'user', 'tool']) {
    await first?.('set', { key: 'secret', value: scope, options: { scope } });
    assert.equal(await first?.('get', { key: 'secret', options: { scope } }), { value: scope });
    assert.equal(await second?.('get', { key: 'secret', options: { scope } }), { value: null }, scope);
    assert.equal(await second?.('list', { options: { scope } }), { keys: [] }, scope);
  }
  assert.equal(await second?.('get', { key: 'open', options: { scope: 'global' } }), { value: 1 });
  await Promise.all([one?.close(), two?.close()]);
});

const memoryOf =
  (client: OfficialClient) =>
  async (op: string, { key = '', options = {}, value = null }: { key?: string; value?: unknown; options?: object }): Promise<unknown> =>
    (await client.callTool({ name: 'memory', arguments: { op, key, value, options } })).structuredContent;

test('[D2.remember.anonymous] over stdio the connection is the session', async ({ open: { folder } }) => {
  const [one, two] = [1, 2].map(() => bootStdio({ folder, name: 'memories' }));
  try {
    const [first, second] = [one, two].map((boot) =>
      callerOf(async (method, params = {}) => (await boot?.request(method, { ...params, _meta: envelope })) ?? {}),
    );
    assert.equal(await first?.use('set', 'city', { value: 'Oslo' }), {});
    assert.equal(await first?.use('get', 'city'), { value: 'Oslo' });
    assert.equal(await second?.use('get', 'city'), { value: null });
  } finally {
    await Promise.all([one?.close(), two?.close()]);
  }
});

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('[D2.remember.limits] keys, values and lifetimes beyond a limit are refused with the limit', async ({ server }) => {
  const user = userOf(server, ada);
  const refused = async (text: RegExp, [op, key]: readonly [string, unknown], more: object = {}): Promise<void> =>
    assert.match(String(await user.use(op, key, { value: 1, ...more })), text, `${op} ${JSON.stringify(key).slice(0, 40)}`);
  for (const key of ['', 'k'.repeat(257), 'a\nb', 'a\u0000b', '\ud800', 7, null, {}, ['a']])
    await refused(/"key" must be a text of 1 to 256 characters/, ['set', key]);
  for (const ttl of [0, -1, 400 * 365 * 86_400, 'soon']) await refused(/"ttl" must be a number/, ['set', 'k'], { options: { ttl } });
  await refused(/must have at most 262144 characters/, ['set', 'k'], { value: 'v'.repeat(256 * 1024) });
  await refused(/"brand" must be a text of 1 to 64/, ['set', 'k'], { options: { brand: 'b'.repeat(65) } });
  await refused(/"pattern" must be a text of 1 to 256/, ['list', ''], { options: { pattern: '*'.repeat(257) } });
  assert.equal(await user.use('set', 'k'.repeat(256), { value: 'v'.repeat(255 * 1024) }), {});
  assert.equal(await user.use('forget', 'k'.repeat(256)), { existed: true });
});

test('[D2.remember.json] a value that is no JSON is refused with its path', async ({ server }) => {
  const user = userOf(server, ada);
  for (const [kind, text] of [
    ['map', /the value\.deep\[0\] is no plain object/],
    ['number', /the value\.deep\[1\] is NaN/],
    ['function', /the value\.run is a value of the type function/],
    ['undefined', /the value is a value of the type undefined/],
    ['itself', /is nested deeper than 64 levels/],
  ] as const)
    assert.match(String(await user.use('odd', kind)), text);
  const text = '{"__proto__":{"isAdmin":true},"constructor":1}';
  await user.use('set', '__proto__', { value: JSON.parse(text) as unknown });
  assert.is(JSON.stringify(await user.use('get', '__proto__')), `{"value":${text}}`);
  assert.equal(await user.use('get', 'constructor'), { value: null });
  assert.equal(await user.use('get', 'toString'), { value: null });
  await user.use('forget', '__proto__');
});

test('[D2.remember.patterns] patterns are globs, and a key is itself whatever it holds', async ({ server }) => {
  const user = userOf(server, bob);
  const odd = ['*', '?', '[a-z]*', 'a', 'a:b', 'a%3Ab', 'a/../b', '\\*', 'user:', 'ä€🙂', 'x{y}', '.*'];
  for (const key of odd) await user.use('set', key, { value: key, options: { scope: 'tool' } });
  const list = async (pattern?: string): Promise<unknown> => {
    const { keys: found } = (await user.use('list', '', { options: { scope: 'tool', pattern } })) as { keys: string[] };
    return found;
  };
  for (const key of odd) assert.equal(await user.use('get', key, { options: { scope: 'tool' } }), { value: key });
  assert.equal(await list(), odd.toSorted());
  assert.equal(await list('?'), ['*', '?', 'a']);
  assert.equal(await list('a*b'), ['a%3Ab', 'a/../b', 'a:b']);
  assert.equal(await list('[a-z]*'), ['[a-z]*']);
  assert.equal(await list('.*'), ['.*']);
  assert.equal(await list('\\*'), ['\\*']);
  assert.equal(await user.use('forget', '*', { options: { scope: 'tool' } }), { existed: true });
  assert.equal(await list(), odd.slice(1).toSorted(), 'one key, and not what a pattern would fit');
});

test('[D2.remember.tools] the four tools answer as documented, and tell at most 100 names', async ({ server }) => {
  const user = userOf(server, bob);
  const { result } = (await user.ask('tools/list')) as { result: { tools: { name: string; inputSchema: { properties: object } }[] } };
  const inputs = result.tools.filter(({ name }) => !['memory', 'other', 'outside'].includes(name));
  assert.equal(
    inputs.map(({ inputSchema, name }) => [name, Object.keys(inputSchema.properties).toSorted()]),
    [
      ['remember_this', ['key', 'scope', 'ttl', 'value']],
      ['recall', ['key', 'scope']],
      ['forget', ['key', 'scope']],
      ['list_memories', ['limit', 'pattern', 'scope']],
    ],
  );
  assert.equal(await user.call('recall', { key: 'tea' }), { found: false, key: 'tea', scope: 'session' });
  assert.equal(await user.call('remember_this', { key: 'tea', value: { kind: 'green' }, ttl: 60 }), {
    success: true,
    key: 'tea',
    scope: 'session',
  });
  const { createdAt, ...found } = (await user.call('recall', { key: 'tea' })) as { createdAt: number };
  assert.equal(found, { found: true, key: 'tea', value: { kind: 'green' }, scope: 'session', expiresAt: createdAt + 60_000 });
  assert.equal(await user.use('get', 'tea'), { value: { kind: 'green' } }, 'the same memory as this.remember');
  assert.equal(await user.call('forget', { key: 'tea' }), { success: true, key: 'tea', scope: 'session', existed: true });
  assert.equal(await user.call('forget', { key: 'tea' }), { success: true, key: 'tea', scope: 'session', existed: false });
  await user.call('remember_this', { key: 'x', value: 1, scope: 'tool' });
  const shared = (await user.call('recall', { key: 'x', scope: 'tool' })) as { value: number };
  assert.is(shared.value, 1, 'the tools are one tool');
  assert.equal(await user.use('get', 'x', { options: { scope: 'tool' } }), { value: null });

  await Promise.all(Array.from({ length: 103 }, (_, at) => user.call('remember_this', { key: `n${1000 + at}`, value: at })));
  const list = async (input: object): Promise<unknown> => {
    const { keys: names, ...rest } = (await user.call('list_memories', input)) as { keys: string[] };
    return { ...rest, first: names[0], last: names.at(-1) };
  };
  assert.equal(await list({ pattern: 'n*' }), { scope: 'session', count: 50, truncated: true, first: 'n1000', last: 'n1049' });
  assert.equal(await list({ pattern: 'n*', limit: 100 }), { scope: 'session', count: 100, truncated: true, first: 'n1000', last: 'n1099' });
  assert.equal(await list({ pattern: 'n110?', limit: 3 }), { scope: 'session', count: 3, truncated: false, first: 'n1100', last: 'n1102' });
  assert.match(String(await user.call('list_memories', { limit: 101 })), /limit/);
});

test('[D2.remember.tools] a scope that is not allowed is refused, and the prefix goes before the names', async ({ open, server }) => {
  for (const scope of ['global', 'all', '__proto__'])
    assert.match(String(await userOf(server, ada).call('remember_this', { key: 'k', value: 1, scope })), /scope/);
  const nobody = userOf(open);
  assert.match(String(await nobody.call('my-recall', { key: 'k', scope: 'session' })), /scope/);
  assert.equal(await nobody.call('my-remember_this', { key: 'k', value: 1 }), { success: true, key: 'k', scope: 'global' });
  assert.equal(await nobody.use('get', 'k', { options: { scope: 'global' } }), { value: 1 });
  assert.match(String(await nobody.call('recall', { key: 'k' })), /Tool "recall" not found/);
});

test.run();
