/* Widgets of a built server as clients get them, on Node and on the worker's own runtime. */
import { gzipSync } from 'node:zlib';
import { build as bundleScript } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { bundleOf, fixtureRoot, requestOf } from '../support/compile.ts';
import { modernRequest, send } from '../support/wire-client.ts';

interface Listed {
  readonly name: string;
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Contents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: Readonly<Record<string, unknown>>;
}

interface OfficialClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerCapabilities(): Readonly<Record<string, unknown>>;
  listTools(): Promise<{ readonly tools: readonly Listed[] }>;
  listResources(): Promise<{ readonly resources: readonly Listed[] }>;
  readResource(params: object): Promise<{ readonly contents: readonly Contents[] }>;
  callTool(params: object): Promise<object>;
}

const test = suite<{ project: BuiltProject; servers: readonly BuiltServer[] }>('widgets on the wire');

test.before(async (context) => {
  context.project = projectOf('widgets', {}, 'widgets');
  context.servers = [await context.project.start('node'), await context.project.start('worker')];
});
test.after(async ({ project, servers }) => {
  for (const server of servers) await server.stop();
  project.remove();
});

/** The official client, which checks every answer by its own schemas. */
async function withClient<R>({ port }: BuiltServer, run: (client: OfficialClient) => Promise<R>): Promise<R> {
  const folder = '@modelcontextprotocol/sdk/dist/esm/client';
  const { Client } = (await judgeModule(`${folder}/index.js`)) as { Client: new (info: object) => OfficialClient };
  const { StreamableHTTPClientTransport: Transport } = (await judgeModule(`${folder}/streamableHttp.js`)) as {
    StreamableHTTPClientTransport: new (url: URL) => object;
  };
  const client = new Client({ name: 'judge', version: '1' });
  await client.connect(new Transport(new URL(`http://localhost:${port}/mcp`)));
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

test('[MCPApps.tool] [toolui.aliases] tools name their widgets in both forms and in the other dialect', async ({ servers }) => {
  for (const server of servers) {
    const { tools } = await withClient(server, (client) => client.listTools());
    const [now, , , later, plain] = tools;
    const uri = String(now?._meta?.['ui/resourceUri']);
    assert.match(uri, /^ui:\/\/widget\/now\.html\?v=[\w-]{12}$/);
    assert.equal(now?._meta, {
      ui: { resourceUri: uri, visibility: ['model', 'app'] },
      'ui/resourceUri': uri,
      'openai/outputTemplate': uri,
      'openai/widgetAccessible': true,
      'openai/toolInvocation/invoking': 'Looking up',
      'openai/toolInvocation/invoked': 'Looked up',
    });
    assert.equal(later?._meta, { ui: { visibility: ['app'] }, 'openai/widgetAccessible': true, 'openai/visibility': 'private' });
    assert.is(plain?._meta, undefined);
  }
});

test('[MCPApps.resource] [toolui.hash] widgets are listed and read, under old hashes too', async ({ servers }) => {
  for (const server of servers)
    await withClient(server, async (client) => {
      const { resources } = await client.listResources();
      assert.equal(
        resources.map(({ mimeType, name }) => [name, mimeType]),
        ['now', 'table', 'forecast'].map((name) => [`${name} widget`, 'text/html;profile=mcp-app']),
      );
      const [now] = resources;
      for (const uri of [now?.uri ?? '', 'ui://widget/now.html', 'ui://widget/now.html?v=old']) {
        const [contents] = (await client.readResource({ uri })).contents;
        assert.is(contents?.uri, uri);
        assert.is(contents?.mimeType, 'text/html;profile=mcp-app');
        assert.equal(contents?._meta, now?._meta);
        assert.ok(contents?.text.startsWith('<!doctype html>'));
      }
      assert.equal(now?._meta?.['ui'], { csp: { connectDomains: ['https://api.example'] }, prefersBorder: true });
      assert.equal(now?._meta?.['openai/widgetCSP'], { connect_domains: ['https://api.example'], resource_domains: [] });
      assert.is(now?._meta?.['openai/widgetDescription'], 'Shows the sky.');
      await client.readResource({ uri: 'ui://widget/plain.html' }).then(
        () => assert.unreachable(),
        (error: unknown) => assert.match(String(error), /not found/i),
      );
    });
});

test('[MCPApps.extension] [MCPApps.text] the extension is advertised, and results are what they are without it', async ({ servers }) => {
  for (const server of servers) {
    const capabilities = JSON.parse(await server.ask('server/discover')) as { result: { capabilities: Record<string, unknown> } };
    assert.equal(capabilities.result.capabilities['extensions'], { 'io.modelcontextprotocol/ui': {} });
    const call = await withClient(server, (client) => client.callTool({ name: 'now', arguments: { city: 'Oslo' } }));
    assert.equal(call, {
      content: [{ type: 'text', text: '{"city":"Oslo","sky":"clear","degrees":21}' }],
      structuredContent: { city: 'Oslo', sky: 'clear', degrees: 21 },
    });
  }
});

test('[toolui.bytes] [toolui.document] documents are small and whole', async ({ servers: [server] }) => {
  if (server === undefined) return;
  const { port } = server;
  for (const [tool, limit] of [
    ['now', 10],
    ['table', 10],
    ['forecast', 90],
  ] as const) {
    const { body, headers } = modernRequest('resources/read', { uri: `ui://widget/${tool}.html` });
    const { text } = await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers }, body });
    const html = (JSON.parse(text) as { result: { contents: readonly Contents[] } }).result.contents[0]?.text ?? '';
    const kilobytes = gzipSync(html, { level: 9 }).length / 1000;
    assert.ok(kilobytes <= limit, `${tool}: ${kilobytes} kB`);
    assert.not.match(html, /<script[^>]+src=|<link|@import|new Function\(|\beval\(|_zod|https:\/\/[\w.]*(?:unpkg|jsdelivr|esm\.sh)/);
  }
});

test('[toolui.bytes] the bridge has at most 2 kB', async () => {
  const { outputFiles } = await bundleScript({
    stdin: { contents: 'import { createBridge } from "./bridge.ts"; createBridge(window, {});', resolveDir: 'src/runtime/widget' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  assert.ok(bytes > 500 && bytes <= 2000, `${bytes} bytes`);
});

test('[toolui.bytes] a server without ui has nothing of it', async () => {
  const { code, report } = await bundleOf(requestOf(fixtureRoot('calculator'), 'calculator'));
  assert.not(report.features.some(({ name }) => name === 'tool-ui'));
  assert.not.match(code, /profile=mcp-app|ui:\/\/widget|modelcontextprotocol\/ui/);
});

test.run();
