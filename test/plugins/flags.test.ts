/* `@service/plugin-feature-flags` in built bundles, on Node and on workerd. */
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { modernRequest, openStream, send, type WireStream } from '../support/wire-client.ts';
import { flagsProject, providers } from './flags-project.ts';
import { callTool } from './plugin-project.ts';

const names = (answer: string, list: string): readonly string[] => {
  const { result } = JSON.parse(answer) as { result: Record<string, readonly { name?: string; uri?: string }[]> };
  return (result[list] ?? []).map(({ name, uri }) => name ?? uri ?? '');
};

/** Every way to an entry whose flag is off. */
const doors: readonly (readonly [method: string, params: Record<string, unknown>, refusal: string])[] = [
  ['tools/call', { name: 'beta', arguments: {} }, 'Tool "beta" is disabled by feature flag "beta"'],
  ['tools/call', { name: 'outer', arguments: {} }, 'Tool "beta" is disabled by feature flag "beta"'],
  ['tools/call', { name: 'typed', arguments: {} }, 'Tool "typed" is disabled by feature flag "colour"'],
  ['resources/read', { uri: 'text://beta' }, 'Resource "text" is disabled by feature flag "beta"'],
  ['resources/read', { uri: 'page://1' }, 'Resource "page" is disabled by feature flag "beta"'],
  ['prompts/get', { name: 'ask' }, 'Prompt "ask" is disabled by feature flag "beta"'],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'page://{id}' }, argument: { name: 'id', value: '' } }, 'is disabled'],
  ['resources/read', { uri: 'skill://how/SKILL.md' }, 'Skill "how" is disabled by feature flag "beta"'],
  ['skills/get', { uri: 'skill://how/SKILL.md' }, 'Skill "how" is disabled by feature flag "beta"'],
];

/** @param typed the tool whose flag is neither on nor off, where the provider has such flags */
async function checkOff(server: BuiltServer, typed: readonly string[] = []): Promise<void> {
  assert.equal(names(await server.ask('tools/list'), 'tools'), ['other', ...typed, 'outer', 'asks', 'flip']);
  assert.equal(names(await server.ask('resources/list'), 'resources'), []);
  assert.equal(names(await server.ask('resources/templates/list'), 'resourceTemplates'), []);
  assert.equal(names(await server.ask('prompts/list'), 'prompts'), []);
  assert.equal(names(await server.ask('skills/list'), 'skills'), []);
  for (const [method, params, refusal] of doors.filter(([, { name }]) => !typed.includes(String(name)))) {
    const answer = await server.ask(method, params);
    assert.ok(answer.replaceAll('\\"', '"').includes(refusal), `${method} ${JSON.stringify(params)}: ${answer}`);
  }
  assert.match((await callTool(server, { name: 'other' })).text, 'other');
  const { value } = await callTool(server, { name: 'asks' });
  assert.equal(value['said'], [false, true, 'blue', { beta: false, unknown: false }, true]);
}

async function checkOn(server: BuiltServer, typed: readonly string[] = []): Promise<void> {
  assert.equal(names(await server.ask('tools/list'), 'tools'), ['beta', 'other', ...typed, 'outer', 'asks', 'flip']);
  assert.equal(names(await server.ask('prompts/list'), 'prompts'), ['ask']);
  assert.equal(names(await server.ask('skills/list'), 'skills'), ['skill://how/SKILL.md']);
  assert.match((await callTool(server, { name: 'beta' })).text, 'new');
  for (const [method, params] of doors.filter(([, { name }]) => name !== 'typed'))
    assert.not.match(await server.ask(method, params), 'is disabled', JSON.stringify(params));
}

test('[D2.flags.gates] a flag hides an entry of every kind from lists and refuses every use of it, on node and on workerd', async () => {
  for (const isOn of [false, true]) {
    const project = flagsProject({ name: 'static-flags', options: `{ adapter: 'static', flags: { beta: ${isOn}, colour: 'blue' } }` });
    try {
      for (const target of ['node', 'worker'] as const) {
        const server = await project.start(target);
        try {
          await (isOn ? checkOn(server) : checkOff(server));
        } finally {
          await server.stop();
        }
      }
    } finally {
      project.remove();
    }
  }
});

for (const [name, provider] of Object.entries(providers))
  test(`[D2.flags.providers] ${name}: what its own SDK says gates entries, and a change reaches connected clients`, async () => {
    const project = flagsProject({ name: `flags-${name}`, ...provider });
    const unleash = await startUnleash();
    const typed = provider.hasNoOtherType === true ? ['typed'] : [];
    try {
      for (const target of provider.targets) {
        unleash.turn(false);
        const server = await project.start(target, { env: { UNLEASH_URL: unleash.url, SPLIT_FILE: `${project.root}/split.yaml` } });
        try {
          await checkOff(server, typed);
          const stream = await listen(server, { toolsListChanged: true });
          await callTool(server, { name: 'flip' });
          assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed');
          stream.close();
          await checkOn(server, typed);
        } finally {
          await server.stop();
        }
      }
    } finally {
      await unleash.close();
      project.remove();
    }
  });

async function listen({ port }: BuiltServer, notifications: Record<string, unknown>): Promise<WireStream> {
  const { body, headers } = modernRequest('subscriptions/listen', { notifications });
  const stream = await openStream({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers }, body });
  assert.is((await stream.next())?.['method'], 'notifications/subscriptions/acknowledged');
  return stream;
}

/** What Unleash's SDK asks of its server. */
async function startUnleash(): Promise<{ readonly url: string; turn(isOn: boolean): void; close(): Promise<void> }> {
  let isOn = false;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/flip') === true) isOn = true;
    const strategies = [{ name: 'default', parameters: {}, constraints: [] }];
    const variants = [{ name: 'blue', weight: 1000, weightType: 'fix', stickiness: 'default', overrides: [] }];
    const features = [
      { name: 'beta', type: 'release', enabled: isOn, strategies },
      { name: 'colour', type: 'release', enabled: true, strategies, variants },
    ];
    // As the real one: what has not changed is not sent again.
    const tag = `"${isOn}"`;
    if (request.headers['if-none-match'] === tag) return response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'application/json', etag: tag });
    return response.end(JSON.stringify({ version: 2, features }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    turn: (next) => void (isOn = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A provider of one's own that can fail, and says what it was asked. */
const ownProvider = `
let asked = 0;
let mode = 'answers';
const own: FlagAdapter = {
  start: () => (process.env['FAILS'] === 'true' ? Promise.reject(new Error('not there')) : undefined),
  evaluate: (key, { attributes, userId }) => {
    asked++;
    if (mode === 'fails') throw new Error('away');
    if (mode === 'hangs') return new Promise(() => undefined);
    return key === 'beta' ? { isEnabled: userId === 'ada' && attributes['team'] === 'red', variant: asked } : undefined;
  },
};
const setMode = tool({ name: 'mode', description: 'Changes the provider.', inputSchema: { to: z.string() }, outputSchema: { asked: z.number() } })(
  ({ to }) => {
    mode = to;
    return { asked };
  },
);
const twice = tool({ name: 'twice', description: 'Asks twice.', outputSchema: { variants: z.array(z.unknown()) }, featureFlag: 'beta' })(
  async (_input, { featureFlags }) => ({ variants: [await featureFlags.getVariant('beta'), await featureFlags.getVariant('beta')] }),
);
`;

const ownOptions = (more = ''): string => `{
  adapter: 'custom', adapterInstance: own, ${more}
  userIdResolver: ({ auth }) => (auth.isAnonymous ? undefined : auth.user.sub.toLowerCase()),
  attributesResolver: ({ request }) => ({ team: request.header('x-team') ?? 'none' }),
}`;

const tokens = ['Ada', 'Bob'].map((sub) => ({ token: sub.repeat(12), sub }));
const keys = { KEYS: JSON.stringify(tokens) };

async function listTools({ port }: BuiltServer, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const asked = modernRequest('tools/list');
  const { text } = await send({
    port,
    path: '/mcp',
    headers: { host: `localhost:${port}`, ...asked.headers, ...headers },
    body: asked.body,
  });
  return names(text, 'tools');
}

const ada = { authorization: `Bearer ${'Ada'.repeat(12)}`, 'x-team': 'red' };
const bob = { authorization: `Bearer ${'Bob'.repeat(12)}`, 'x-team': 'red' };

test('[D2.flags.callers] lists and calls ask for the caller; a provider that fails or hangs leaves defaults, and the log says so once', async () => {
  const project = flagsProject({
    name: 'flags-callers',
    code: ownProvider,
    options: ownOptions(),
    server: "auth: { mode: 'static', tokensEnv: 'KEYS' },",
    tools: ['setMode', 'twice'],
  });
  const server = await project.start('node', { env: { ...keys, FAILS: 'true' } });
  try {
    assert.ok((await listTools(server, ada)).includes('beta'), 'her list');
    assert.not.ok((await listTools(server, bob)).includes('beta'), 'his list');
    assert.not.ok((await listTools(server, { ...ada, 'x-team': 'blue' })).includes('beta'), 'of another team');
    assert.match((await callTool(server, { name: 'beta', headers: ada })).text, 'new');
    assert.match((await callTool(server, { name: 'beta', headers: bob })).text, 'Tool "beta" is disabled by feature flag "beta"');
    const [first, second] = (await callTool(server, { name: 'twice', headers: ada })).value['variants'] as [number, number];
    assert.is(second, first + 1, 'cacheStrategy "none" asks each time');

    for (const mode of ['fails', 'hangs']) {
      await callTool(server, { name: 'mode', args: { to: mode }, headers: ada });
      assert.match((await callTool(server, { name: 'beta', headers: ada })).text, 'is disabled by feature flag', mode);
      assert.match((await callTool(server, { name: 'other', headers: ada })).text, 'other', mode);
    }
    await callTool(server, { name: 'mode', args: { to: 'answers' }, headers: ada });
    assert.match((await callTool(server, { name: 'beta', headers: ada })).text, 'new');
    const log = server.log();
    assert.is(log.split('the flag provider is unavailable').length - 1, 2, log);
    assert.is(log.split('the flag provider is available again').length - 1, 2, log);
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[D2.flags.providers] a flag that is turned while both instances are called takes effect on both; no call is lost', async () => {
  const { targets: _targets, ...provider } = providers['unleash'] ?? { targets: [], options: '' };
  const project = flagsProject({ ...provider, name: 'flags-instances' });
  const unleash = await startUnleash();
  unleash.turn(true);
  const env = { UNLEASH_URL: unleash.url };
  const servers = [await project.start('node', { env }), await project.start('node', { env })];
  try {
    let isTurned = false;
    const callUntilOff = async (server: BuiltServer): Promise<void> => {
      for (let calls = 0; ; calls++) {
        if (calls === 20) {
          isTurned = true;
          unleash.turn(false);
        }
        const { text } = await callTool(server, { name: 'beta' });
        if (text.includes('is disabled by feature flag')) return assert.ok(isTurned, 'none is refused before');
        assert.match(text, 'new');
      }
    };
    await Promise.all(servers.flatMap((server) => Array.from({ length: 10 }, () => callUntilOff(server))));
    for (const server of servers) assert.match((await callTool(server, { name: 'beta' })).text, 'is disabled', 'and it stays so');
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await unleash.close();
    project.remove();
  }
});

test('[D2.flags.cache] what a flag says is kept for a request, and not for the next', async () => {
  const project = flagsProject({
    name: 'flags-kept',
    code: ownProvider,
    options: ownOptions("cacheStrategy: 'request',"),
    server: "auth: { mode: 'static', tokensEnv: 'KEYS' },",
    tools: ['setMode', 'twice'],
  });
  const server = await project.start('node', { env: keys });
  try {
    const twice = async (): Promise<[number, number]> =>
      (await callTool(server, { name: 'twice', headers: ada })).value['variants'] as [number, number];
    const first = await twice();
    assert.is(first[0], first[1], 'one question for a request');
    const next = await twice();
    assert.is(next[0], first[0] + 1, 'and one for the next, admission included');
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
