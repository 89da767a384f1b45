/* MCP endpoints of plugins, in built bundles: a plugin of a package, on node and on a worker. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '@service/sdk/client';
import { stdio } from '@service/sdk/client/node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import { modernRequest, parseWire, send, type WireAnswer } from '../support/wire-client.ts';
import { pluginProject } from './plugin-project.ts';

const folder = 'src/node_modules/board-plugin';
const plugin: Readonly<Record<string, string>> = {
  [`${folder}/package.json`]: JSON.stringify({
    name: 'board-plugin',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { 'service-source': './src/index.ts' } },
  }),
  [`${folder}/src/index.ts`]: `import { DynamicPlugin, Plugin, prompt, resource, tool } from '@service/sdk';
import type { EndpointVisit, PluginHooks } from '@service/sdk';

const graph = tool({ name: 'graph', description: 'Draws the server.' })(() => ({ nodes: 1 }));
const reach = tool({ name: 'reach', description: 'Uses a tool of the server.' })(async (_input, ctx) => ctx.callTool('ping', {}));
const notes = resource({ name: 'notes', uri: 'board://notes' })(() => 'notes');
const ask = prompt({ name: 'ask', description: 'Asks.' })(() => 'ask');

@Plugin({ name: 'board', entryPrefix: 'board', tools: [graph, reach], resources: [notes], prompts: [ask] })
export class BoardPlugin extends DynamicPlugin<{ path?: unknown; word?: string }> implements PluginHooks {
  static endpoint({ path = '/board' }: { path?: unknown }) {
    return path;
  }
  onEndpoint({ header }: EndpointVisit): Response | undefined {
    const { word } = this.options;
    if (word === undefined || header('X-Board-Word') === word) return undefined;
    return new Response('no word', { status: 401, headers: { 'www-authenticate': 'Bearer realm="board"' } });
  }
}
`,
};

const main = (options: string, more = ''): string => `import { Service, tool } from '@service/sdk';
import { BoardPlugin } from 'board-plugin';
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
const peek = tool({ name: 'peek', description: 'Asks for the graph.' })(async (_input, ctx) => ctx.callTool('board:graph', {}));
@Service({ info: { name: 'boards', version: '1.0.0' }, tools: [ping, peek], plugins: [BoardPlugin.init(${options})], ${more} })
export class Server {}
`;

function project(options: string, more?: string): BuiltProject {
  const made = pluginProject('boards', main(options, more));
  for (const [path, text] of Object.entries(plugin)) {
    mkdirSync(dirname(join(made.root, path)), { recursive: true });
    writeFileSync(join(made.root, path), text);
  }
  return made;
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly params?: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ port }: BuiltServer, { headers: given, method, params, path }: Asked): Promise<WireAnswer> {
  const { body, headers } = modernRequest(method, params);
  return send({ port, path, headers: { host: `localhost:${port}`, ...headers, ...given }, body });
}

const namesIn = ({ text }: WireAnswer, list: string): unknown => {
  const items: unknown = Reflect.get(Object(parseWire(text).result), list);
  return Array.isArray(items) ? items.map((item) => Reflect.get(Object(item), 'name') as unknown) : text;
};

/** Names of the tools that the bundle lists over stdio. */
async function listOverStdio(folder: string): Promise<readonly unknown[]> {
  const client = await connect(stdio(process.execPath, [join(folder, 'boards.bundle.js'), '--stdio']));
  try {
    return (await client.listTools()).map((listed) => listed['name']);
  } finally {
    await client.close();
  }
}

const call = (path: string, name: string): Asked => ({ path, method: 'tools/call', params: { name, arguments: {} } });

test('[plugins.endpoint] what a plugin lists is served at its own endpoint, and nothing else is, on node and worker', async () => {
  const made = project('{}');
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await made.start(target);
      try {
        for (const [path, tools, resources, prompts] of [
          ['/mcp', ['ping', 'peek'], [], []],
          ['/board', ['board:graph', 'board:reach'], ['board:notes'], ['board:ask']],
        ] as const) {
          assert.equal(namesIn(await ask(server, { path, method: 'tools/list' }), 'tools'), tools, path);
          assert.equal(namesIn(await ask(server, { path, method: 'resources/list' }), 'resources'), resources, path);
          assert.equal(namesIn(await ask(server, { path, method: 'prompts/list' }), 'prompts'), prompts, path);
        }
        assert.match((await ask(server, call('/board', 'board:graph'))).text, '"nodes":1');
        assert.match((await ask(server, call('/board', 'board:reach'))).text, 'pong');
        const refused: readonly Asked[] = [
          call('/board', 'ping'),
          call('/mcp', 'board:graph'),
          call('/mcp', 'peek'),
          { path: '/mcp', method: 'resources/read', params: { uri: 'board://notes' } },
          { path: '/mcp', method: 'prompts/get', params: { name: 'board:ask' } },
        ];
        if (target === 'node') assert.equal(await listOverStdio(server.folder), ['ping', 'peek']);
        for (const one of refused) {
          const { text } = await ask(server, one);
          assert.ok(/"error"|"isError":true/.test(text) && !text.includes('"nodes":1'), `${JSON.stringify(one)}: ${text}`);
        }
      } finally {
        await server.stop();
      }
    }
  } finally {
    made.remove();
  }
});

test('[plugins.endpoint] the sign-in of the server stands before it, then onEndpoint; older clients are served too', async () => {
  const key = 'a-key-of-forty-characters-0123456789-abcd';
  const made = project(
    "{ word: 'wood' }",
    "auth: { mode: 'static', tokensEnv: 'KEYS' }, transport: { protocol: 'legacy' }, http: { security: { strict: true } }",
  );
  try {
    const server = await made.start('node', { env: { KEYS: key } });
    const graph = call('/board', 'board:graph');
    const authorization = `Bearer ${key}`;
    try {
      const without = await ask(server, { ...graph, headers: { 'x-board-word': 'wood' } });
      assert.is(without.status, 401);
      assert.not.match(String(without.headers['www-authenticate']), 'realm="board"');
      const wrong = await ask(server, { ...graph, headers: { authorization, 'x-board-word': 'stone' } });
      assert.equal([wrong.status, wrong.headers['www-authenticate']], [401, 'Bearer realm="board"']);
      const headers = { authorization, 'x-board-word': 'wood' };
      assert.match((await ask(server, { ...graph, headers })).text, '"nodes":1');
      const page = await ask(server, { ...graph, headers: { ...headers, 'sec-fetch-site': 'cross-site' } });
      assert.is(page.status, 403);

      const json = { host: `localhost:${server.port}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const older = (message: object, session: Readonly<Record<string, string>> = {}, path = '/board') =>
        send({
          port: server.port,
          path,
          headers: { ...json, ...headers, ...session },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        });
      const opened = await older({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
      });
      const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': '2025-06-18' };
      await older({ method: 'notifications/initialized' }, session);
      assert.equal(namesIn(await older({ id: 2, method: 'tools/list' }, session), 'tools'), ['board:graph', 'board:reach']);
      // A session is no door: the address of each request decides.
      assert.equal(namesIn(await older({ id: 3, method: 'tools/list' }, session, '/mcp'), 'tools'), ['ping', 'peek']);
    } finally {
      await server.stop();
    }
  } finally {
    made.remove();
  }
});

test('[plugins.endpoint] what is not a path ends the build, a path of the server ends the start', async () => {
  for (const [path, told] of [
    ["'board'", 'plugin "board": static endpoint: path must begin with /'],
    ['7', 'plugin "board": static endpoint: path must begin with /'],
    ["'/oauth/board'", 'plugin "board": static endpoint: /oauth/board is reserved: sign-in is there'],
    ["'/mcp'", '/mcp is reserved: MCP clients call it'],
  ] as const) {
    const made = project(`{ path: ${path} }`);
    try {
      const failure = await made.start('node').then(async (server) => {
        await server.stop();
        return 'it started';
      }, String);
      assert.match(failure, told);
      assert.not.match(failure, 'it started');
    } finally {
      made.remove();
    }
  }
});

test.run();
