/* An adapter that changes its entries while the server runs, by bare requests and the official client, in every way to run a server. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadServer, problemsOf, setsServer } from '../../bench/entry-changes.ts';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { answerTo, everyWay, startProject, type Way, writeProject } from '../support/ways-to-run.ts';
import { modernRequest, openStream, type WireStream } from '../support/wire-client.ts';

const main = `import { Adapter, DynamicAdapter, prompt, resource, resourceTemplate, Service, skill, tool, type AdapterEntries, type AdapterUpdate } from '@service/sdk';
import { z } from 'zod';

const raw = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] } as const;
const say = (name: string) => tool({ name, description: name, rawInputSchema: raw })(({ n }) => \`\${name} \${String(n)}\`);

const feeds: Record<string, () => AdapterEntries> = {
  first: () => ({ tools: [say('one')] }),
  second: () => ({
    tools: [
      say('two'),
      say('change'),
      tool({ name: 'typed', description: 'Has a schema of the sources', inputSchema: { n: z.number().min(5) }, outputSchema: { half: z.number() } })(({ n }) => ({ half: n / 2 })),
      tool({ name: 'shown', description: 'Returns content', outputSchema: 'image' })(() => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] })),
      tool({ name: 'caller', description: 'Calls another' })(async (_input, ctx) => (await ctx.callTool('two', { n: 3 })).structuredContent),
      tool({ name: 'traced', description: 'Reads its request' })((_input, ctx) => typeof ctx.context.requestId),
    ],
    resources: [
      resource({ name: 'page', uri: 'feed://page' })(() => 'a page'),
      resourceTemplate({ name: 'pages', uriTemplate: 'feed://pages/{id}' })((_uri, { id }) => \`page \${id}\`),
    ],
    prompts: [prompt({ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] })(({ who }) => \`hello \${who}\`)],
    skills: [skill({ name: 'reading', description: 'Reads pages', instructions: 'Read them.' })],
  }),
  bad: () => ({ tools: [say('no name at all')] }),
};
let update: AdapterUpdate | undefined;

@Adapter({ name: 'feed' })
class Feed extends DynamicAdapter {
  fetch() {
    return feeds['first']!();
  }
  onUpdate(swap: AdapterUpdate) {
    update = swap;
  }
}

const change = tool({ name: 'change', description: 'Changes the feed', inputSchema: { to: z.string() } })(async ({ to }) => {
  await update?.(feeds[to]?.());
  return 'changed';
});

@Service({ info: { name: 'small', version: '1.0.0' }, tools: [change], adapters: [Feed.init({ name: 'feed' })] })
export class Server {}
`;

interface Running {
  readonly url: string;
  readonly ask: (method: string, params?: Record<string, unknown>) => Promise<string>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>;
  readonly names: () => Promise<readonly string[]>;
}

async function within(way: Way, use: (running: Running) => Promise<void>): Promise<void> {
  const project = writeProject({ 'src/main.ts': `${main}${way === 'sources' ? "import { serve } from '@service/sdk';\n" : ''}` });
  const running = await startProject(project.root, way);
  const { url } = running;
  const ask: Running['ask'] = (method, params) => answerTo(url, method, params);
  const names = async (): Promise<readonly string[]> => {
    const { result } = JSON.parse(await ask('tools/list')) as { result: { tools: readonly { name: string }[] } };
    return result.tools.map(({ name }) => name);
  };
  try {
    await use({ url, ask, names, call: (name, args = {}) => ask('tools/call', { name, arguments: args }) });
  } finally {
    await running.stop();
    project.remove();
  }
}

async function listen(url: string, notifications: Record<string, unknown>): Promise<WireStream> {
  const { pathname, port } = new URL(url);
  const stream = await openStream({ port: Number(port), path: pathname, ...modernRequest('subscriptions/listen', { notifications }) });
  assert.is((await stream.next())?.['method'], 'notifications/subscriptions/acknowledged');
  return stream;
}

for (const way of everyWay)
  test(`[entries.replace] ${way}: what an adapter brings takes the place of what it had, and clients are told`, () =>
    within(way, async ({ ask, call, names, url }) => {
      assert.equal(await names(), ['change', 'one']);
      const stream = await listen(url, { toolsListChanged: true });
      assert.match(await call('change', { to: 'second' }), 'changed');
      assert.equal(await names(), ['change', 'two', 'feed:change', 'typed', 'shown', 'caller', 'traced']);
      assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed');
      stream.close();
      assert.match(await call('one', { n: 1 }), 'Tool \\"one\\" not found');
      assert.match(await call('two', { n: 1 }), 'two 1');
      assert.match(await call('two', { n: 0 }), 'INVALID_INPUT');
      assert.match(await call('typed', { n: 8 }), '"half":4');
      assert.match(await call('typed', { n: 4 }), 'INVALID_INPUT');
      assert.match(await call('shown'), '"type":"image"');
      assert.match(await call('caller'), 'two 3');
      assert.match(await call('traced'), 'string');
      assert.match(await ask('resources/read', { uri: 'feed://page' }), 'a page');
      assert.match(await ask('resources/read', { uri: 'feed://pages/7' }), 'page 7');
      assert.match(await ask('prompts/get', { name: 'greet', arguments: { who: 'Ada' } }), 'hello Ada');
      assert.match(
        await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } }),
        '"values":[]',
      );
      assert.match(await ask('skills/list'), '"name":"reading"');
      // Refused as a whole: what was there stays.
      assert.match(await call('change', { to: 'bad' }), 'changed');
      assert.match(await call('two', { n: 2 }), 'two 2');
      assert.match(await call('change', { to: 'first' }), 'changed');
      assert.equal(await names(), ['change', 'one']);
      assert.match(await ask('resources/read', { uri: 'feed://page' }), 'not found');
    }));

interface ListClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: object): Promise<object>;
}

interface ListOptions {
  readonly listChanged: { readonly tools: { readonly onChanged: (failure: unknown, tools: readonly { readonly name: string }[]) => void } };
}

/** The official client, told of changes as it offers it to its users. */
async function officialClient(url: string, onChanged: (names: readonly string[]) => void): Promise<ListClient> {
  const folder = '@modelcontextprotocol/sdk/dist/esm/client';
  const { Client } = (await judgeModule(`${folder}/index.js`)) as { Client: new (info: object, options: ListOptions) => ListClient };
  const { StreamableHTTPClientTransport: Transport } = (await judgeModule(`${folder}/streamableHttp.js`)) as {
    StreamableHTTPClientTransport: new (url: URL) => object;
  };
  const tools = {
    debounceMs: 0,
    onChanged: (_failure: unknown, now: readonly { name: string }[]) => onChanged(now.map(({ name }) => name)),
  };
  const client = new Client({ name: 'judge', version: '1' }, { listChanged: { tools } });
  await client.connect(new Transport(new URL(url)));
  return client;
}

for (const way of ['node', 'worker'] as const)
  test(`[entries.replace.notices] ${way}: the official client hears that the tools changed, and lists the new ones`, () =>
    within(way, async ({ url }) => {
      const heard: ((names: readonly string[]) => void)[] = [];
      const changed = new Promise<readonly string[]>((resolve) => heard.push(resolve));
      const client = await officialClient(url, (names) => heard.forEach((hear) => hear(names)));
      assert.equal(
        (await client.listTools()).tools.map(({ name }) => name),
        ['change', 'one'],
      );
      await client.callTool({ name: 'change', arguments: { to: 'second' } });
      assert.ok((await client.listTools()).tools.some(({ name }) => name === 'two'));
      assert.ok((await changed).includes('two'));
      await client.close();
    }));

test('[entries.replace.load] under load no call is lost, and no list is a mixture', async () => {
  const project = writeProject({ 'src/main.ts': setsServer });
  const running = await startProject(project.root, 'node');
  try {
    const report = await loadServer(Number(new URL(running.url).port), { calls: 200, callsPerChange: 8 });
    assert.equal(problemsOf(report), []);
    assert.is(report.changes, 25);
    assert.ok(report.lists > 0);
  } finally {
    await running.stop();
    project.remove();
  }
});

test.run();
