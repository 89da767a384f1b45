/* The dashboard of built bundles, on node and on a worker: its endpoint, its tools, and where it is off. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { signingMakes } from '../support/oauth-clients.ts';
import { parseWire } from '../support/wire-client.ts';
import { ask, callDashboard, dashboardProject, visit } from './dashboard-project.ts';

interface Graph {
  readonly nodes: readonly { readonly id: string; readonly type: string; readonly label: string; readonly data: Record<string, unknown> }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly type: string }[];
  readonly metadata: Record<string, unknown>;
}

interface Listed {
  readonly tools: readonly Record<string, unknown>[];
  readonly resources: readonly Record<string, unknown>[];
  readonly count: number;
}

interface Scene {
  made: BuiltProject;
  node: BuiltServer;
  worker: BuiltServer;
}

const test = suite<Scene>('dashboard');

test.before(async (scene) => {
  scene.made = dashboardProject('{}', "http: { entryPath: '/mcp' }");
  scene.node = await scene.made.start('node');
  scene.worker = await scene.made.start('worker', { env: { NODE_ENV: 'development' } });
});
test.after(async ({ made, node, worker }) => {
  await node?.stop();
  await worker?.stop();
  made?.remove();
});

const targets = ['node', 'worker'] as const;
const own = ['dashboard:graph', 'dashboard:list-tools', 'dashboard:list-resources'];

const namesOf = (text: string): unknown => {
  const tools: unknown = Reflect.get(Object(parseWire(text).result), 'tools');
  return Array.isArray(tools) ? tools.map((one) => Reflect.get(Object(one), 'name') as unknown) : text;
};

for (const target of targets) {
  test(`[D2.dashboard.tools] the endpoint lists three tools, the main endpoint none of them, on ${target}`, async ({
    [target]: server,
  }) => {
    assert.equal(namesOf((await ask(server)).text), own);
    assert.equal(namesOf((await ask(server, { path: '/mcp' })).text), ['ping', 'rate', 'stamp']);
    const there = await ask(server, { path: '/mcp', method: 'tools/call', params: { name: 'dashboard:graph', arguments: {} } });
    assert.not.match(there.text, 'nodeCount');
  });

  test(`[D2.dashboard.tools] the graph has every part of the server, on ${target}`, async ({ [target]: server }) => {
    const { edges, metadata, nodes } = await callDashboard<Graph>(server, 'graph');
    assert.equal(
      nodes.map(({ label, type }) => `${type} ${label}`),
      [
        'server shown',
        'scope /mcp',
        'app prices',
        'plugin stamps',
        'tool ping',
        'tool quiet',
        'tool rate',
        'tool stamp',
        'resource notes',
        'resource-template page',
        'prompt ask',
      ],
    );
    const labels = new Map(nodes.map(({ id, label }) => [id, label]));
    assert.equal(
      edges.map(({ source, target: to, type }) => `${labels.get(source)} ${type} ${labels.get(to)}`),
      [
        'shown contains /mcp',
        '/mcp contains prices',
        'prices uses stamps',
        '/mcp contains ping',
        '/mcp contains quiet',
        'prices contains rate',
        'stamps provides stamp',
        '/mcp contains notes',
        '/mcp contains page',
        '/mcp contains ask',
      ],
    );
    const { generatedAt, ...facts } = metadata;
    assert.equal(facts, { serverName: 'shown', serverVersion: '1.2.3', nodeCount: 11, edgeCount: 10 });
    assert.is(new Date(String(generatedAt)).toISOString(), generatedAt);
    assert.is(nodes.find(({ label }) => label === 'ping')?.data['inputSchema'], undefined);
    const whole = await callDashboard<Graph>(server, 'graph', { args: { includeSchemas: true } });
    assert.equal(Reflect.get(Object(whole.nodes.find(({ label }) => label === 'ping')?.data['inputSchema']), 'type'), 'object');
  });

  test(`[D2.dashboard.tools] lists are filtered, and bad arguments refused, on ${target}`, async ({ [target]: server }) => {
    const tools = async (args: object): Promise<readonly unknown[]> =>
      (await callDashboard<Listed>(server, 'list-tools', { args })).tools.map(({ name }) => name);
    assert.equal(await tools({}), ['ping', 'quiet', 'rate', 'stamp']);
    assert.equal(await tools({ includePlugins: false }), ['ping', 'quiet', 'rate']);
    assert.equal(await tools({ filter: '^(?:ping|rate)$' }), ['ping', 'rate']);
    assert.equal(await tools({ filter: '/prices/' }), ['rate', 'stamp']);
    const { count, tools: whole } = await callDashboard<Listed>(server, 'list-tools', { args: { filter: 'ping', includeSchemas: true } });
    const [{ inputSchema, ...ping } = {}] = whole;
    assert.equal([count, ping], [1, { name: 'ping', fullName: 'shown/ping', description: 'Answers pong.', tags: ['net'] }]);
    assert.is(Reflect.get(Object(inputSchema), 'type'), 'object');
    assert.equal(await callDashboard(server, 'list-resources'), {
      resources: [
        { name: 'notes', uri: 'shown://notes', mimeType: 'text/plain', isTemplate: false },
        { name: 'page', uri: 'shown://pages/{number}', isTemplate: true },
      ],
      count: 2,
    });
    assert.is((await callDashboard<Listed>(server, 'list-resources', { args: { includeTemplates: false } })).count, 1);
    assert.is((await callDashboard<Listed>(server, 'list-resources', { args: { filter: 'pages' } })).count, 1);
    for (const [args, told] of [
      [{ filter: '(' }, 'filter: must be a regular expression'],
      [{ filter: '(?=a)' }, 'look-around'],
      [{ filter: 'a'.repeat(101) }, 'filter'],
      [{ filters: 'a' }, 'filters'],
      [{ includePlugins: 'no' }, 'includePlugins'],
    ] as const) {
      const { text } = await ask(server, { method: 'tools/call', params: { name: 'dashboard:list-tools', arguments: args } });
      assert.ok(text.includes(told) && /"isError":true|"error":/.test(text), `${JSON.stringify(args)} ${text}`);
    }
  });

  for (const make of signingMakes)
    test(`[D2.dashboard.tools] ${make.name} calls a tool of it, on ${target}`, async ({ [target]: server }) => {
      const { Client, StreamableHTTPClientTransport } = await make.load();
      const client = new Client({ name: 'judge', version: '1.0.0' }, make.options);
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://localhost:${server.port}/dashboard`), {}));
      const { content } = await client.callTool({ name: 'dashboard:list-tools', arguments: { filter: '^ping$' } });
      await client.close();
      assert.match(content[0]?.text ?? '', '"count":1');
    });
}

test('[D2.dashboard.path] a stream is not what stands at the page: clients of older revisions are told so', async ({ node }) => {
  const answer = await visit(node, '/dashboard', { accept: 'text/event-stream' });
  assert.equal([answer.status, answer.headers.allow], [405, 'POST, DELETE']);
});

test('[dashboard.link] a link of another site leads to the page, and its requests not to the endpoint', async ({ node }) => {
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  assert.is((await visit(node, '/dashboard', foreign)).status, 200);
  assert.is((await visit(node, '/dashboard/', foreign)).status, 200);
  assert.is((await ask(node, { headers: foreign })).status, 403);
  assert.is((await visit(node, '/mcp', foreign)).status, 403);
});

test('[D2.dashboard.enabled] in production page and endpoint are 404; a worker without NODE_ENV is in production', async ({ made }) => {
  for (const [target, env] of [
    ['node', { NODE_ENV: 'production' }],
    ['worker', {}],
  ] as const) {
    const server = await made.start(target, { env });
    try {
      const endpoint = await ask(server);
      assert.equal([endpoint.status, endpoint.text], [404, 'The Service dashboard is disabled.'], target);
      const page = await visit(server);
      assert.equal([page.status, page.text], [404, 'Not Found'], target);
      assert.equal(namesOf((await ask(server, { path: '/mcp' })).text), ['ping', 'rate', 'stamp']);
    } finally {
      await server.stop();
    }
  }
});

test.run();
