/* Resources that templates list while the server runs, by the official client and by bare requests to built bundles. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, bootStdio, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, requestOf } from '../support/compile.ts';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';

const head = `import { Provider, inject, resource, ResourceTemplate, ResourceTemplateContext, resourceTemplate, Service } from '@service/sdk';
const fixed = resource({ name: 'fixed', uri: 'notes://fixed', mimeType: 'text/plain' })(() => 'fixed');
`;

const listing = `${head}
@Provider({ name: 'shelf' })
class Shelf {
  readonly titles = ['one', 'two', 'three'];
}

@ResourceTemplate({ name: 'note', uriTemplate: 'notes://{id}', mimeType: 'text/markdown' })
class Note extends ResourceTemplateContext<{ id: string }> {
  private readonly shelf = inject(Shelf);

  execute(_uri: string, { id }: { id: string }) {
    return \`note \${id}\`;
  }

  list(ctx: ResourceTemplateContext, cursor?: string) {
    const at = Number(cursor ?? 0);
    const id = this.shelf.titles[at] ?? 'none';
    const nextCursor = at + 1 < this.shelf.titles.length ? String(at + 1) : undefined;
    const runs = typeof ctx.context.requestId === 'string' && ctx.params.id === undefined;
    const item = { uri: \`notes://\${id}\`, name: id, description: \`runs: \${runs}\`, row: 7 };
    return { resources: [item], ...(nextCursor === undefined ? {} : { nextCursor }) };
  }
}

const letter = resourceTemplate({
  name: 'letter',
  uriTemplate: 'letters://{id}',
  list: async (ctx) => ({ resources: [{ uri: 'letters://a', name: 'a', title: \`A, \${typeof ctx.context.requestId}\`, mimeType: 'text/html' }] }),
})((_uri, { id }) => \`letter \${id}\`);

@Service({ info: { name: 'small', version: '1.0.0' }, resources: [fixed], resourceTemplates: [Note, letter], providers: [Shelf] })
export class Server {}
`;

const failing = `${head}
const later = (): unknown => new Map();
const template = (name: string, list: () => unknown, more: object = {}) =>
  resourceTemplate({ name, uriTemplate: \`\${name}://{id}\`, timeout: { listMs: 20 }, list: list as never, ...more })((_uri, { id }) => id);
const one = (name: string, item: object = {}) => () => ({ resources: [{ uri: \`\${name}://x\`, name, ...item }] });

@Service({
  info: { name: 'small', version: '1.0.0' },
  authorities: {},
  resources: [fixed],
  resourceTemplates: [
    template('throws', () => { throw new Error('no database'); }),
    template('hangs', () => new Promise(() => undefined)),
    template('map', () => ({ resources: [{ uri: 'map://x', name: 'x', title: later() }] })),
    template('none', () => undefined),
    template('bare', () => [{ uri: 'bare://x', name: 'x' }]),
    template('number', () => ({ resources: [], nextCursor: 7 })),
    template('promise', () => ({ resources: [{ uri: 'promise://x', name: Promise.resolve('x') }] })),
    template('notes', () => ({
      resources: [
        { uri: 'other://x', name: 'x' },
        { uri: 'notes://fixed', name: 'x' },
        { uri: 'throws://x', name: 'x' },
        { uri: 'notes://../x', name: 'x' },
        { uri: 'notes://y' },
        { uri: 'notes://kept', name: 'kept' },
        'notes://z',
        { uri: 'notes://t', name: 't', title: 7 },
        { uri: 'notes://kept', name: 'again' },
      ],
    })),
    template('closed', () => { console.error('RAN closed'); return { resources: [{ uri: 'closed://x', name: 'x' }] }; }, { authorities: { guards: [() => false] } }),
    template('part', () => ({ resources: [{ uri: 'part://mine', name: 'mine' }, { uri: 'part://theirs', name: 'theirs' }] }), {
      authorities: { guards: [(ctx: { input: { id?: string } }) => ctx.input.id === 'mine'] },
    }),
    template('last', one('last', { description: 'listed' })),
  ],
})
export class Server {}
`;

interface Built {
  readonly folder: string;
  readonly name: string;
  readonly code: string;
  readonly remove: () => void;
}

async function built(main: string): Promise<Built> {
  const project = writeProject({ 'src/main.ts': main });
  const request = requestOf(project.root, 'small');
  const folder = join(project.root, 'dist', 'node');
  const { code, result } = await bundleOf(request);
  await writeOutput(request, result, folder);
  return { folder, name: 'small', code, remove: () => project.remove() };
}

interface ResourcePage {
  readonly resources: readonly { readonly uri: string; readonly name: string; readonly mimeType?: string }[];
  readonly nextCursor?: string;
}

interface ResourceClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listResources(params: object): Promise<ResourcePage>;
  readResource(params: object): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
}

/** The official client, which checks every answer by its own schemas. */
async function connect(url: string): Promise<ResourceClient> {
  const folder = '@modelcontextprotocol/sdk/dist/esm/client';
  const { Client } = (await judgeModule(`${folder}/index.js`)) as { Client: new (info: object) => ResourceClient };
  const { StreamableHTTPClientTransport: Transport } = (await judgeModule(`${folder}/streamableHttp.js`)) as {
    StreamableHTTPClientTransport: new (url: URL) => object;
  };
  const client = new Client({ name: 'judge', version: '1' });
  await client.connect(new Transport(new URL(url)));
  return client;
}

async function allPages(list: (cursor: string | undefined) => Promise<ResourcePage>): Promise<ResourcePage[]> {
  const pages: ResourcePage[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await list(cursor);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

const test = suite<{ listing: Built; failing: Built; boot: HttpBoot }>('listed resources');

test.before(async (context) => {
  context.listing = await built(listing);
  context.failing = await built(failing);
  context.boot = await bootHttp(context.listing);
});
test.after(async ({ boot, failing: one, listing: other }) => {
  await boot.stop();
  one.remove();
  other.remove();
});

const urisOf = (pages: readonly ResourcePage[]): string[][] => pages.map(({ resources }) => resources.map(({ uri }) => uri));
const pagesWanted = [['notes://fixed', 'notes://one'], ['notes://two'], ['notes://three', 'letters://a']];

test('[lists.run-time] the official client gets what templates list, after the fixed ones, and reads it', async ({ boot }) => {
  const client = await connect(boot.url);
  const pages = await allPages((cursor) => client.listResources(cursor === undefined ? {} : { cursor }));

  assert.equal(urisOf(pages), pagesWanted);
  const [, one] = pages[0]?.resources ?? [];
  assert.equal(one, { uri: 'notes://one', name: 'one', description: 'runs: true', mimeType: 'text/markdown' });
  const letter = { uri: 'letters://a', name: 'a', title: 'A, string', mimeType: 'text/html' };
  assert.equal(pages[2]?.resources[1], letter);
  const { contents } = await client.readResource({ uri: one?.uri ?? '' });
  assert.is(contents[0]?.text, 'note one');
  await client.close();
});

test('[lists.run-time] requests without a handshake get the same pages', async ({ boot }) => {
  const list = async (cursor: string | undefined): Promise<ResourcePage> => {
    const text = await answerTo(boot.url, 'resources/list', cursor === undefined ? {} : { cursor });
    assert.match(text, /"ttlMs":0,"cacheScope":"private"/);
    return (JSON.parse(text) as { result: ResourcePage }).result;
  };
  assert.equal(urisOf(await allPages(list)), pagesWanted);
});

test('[lists.run-time] a cursor of no template, and one without a position, are refused', async ({ boot }) => {
  for (const position of [{ template: 'none', cursor: '1' }, { template: 7 }, { offset: 9 }]) {
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64');
    assert.match(await answerTo(boot.url, 'resources/list', { cursor }), /-32602.*Invalid cursor/);
  }
});

for (const way of everyWay)
  test(`[lists.run-time] ${way}: the first page`, async () => {
    const project = writeProject({ 'src/main.ts': `${listing}${way === 'sources' ? "import { serve } from '@service/sdk';\n" : ''}` });
    const running = await startProject(project.root, way);
    try {
      assert.match(await answerTo(running.url, 'resources/list'), /notes:\/\/fixed.*notes:\/\/one.*nextCursor/);
    } finally {
      await running.stop();
      project.remove();
    }
  });

test('[lists.run-time.failures] a list that fails, hangs or answers wrongly is logged and leaves the others', async (context) => {
  const server = bootStdio({ ...context.failing });
  try {
    await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    const page = (await server.request('resources/list', {})) as { result: ResourcePage };

    assert.equal(page.result.resources[1], { uri: 'notes://kept', name: 'kept' });
    assert.equal(urisOf([page.result]), [['notes://fixed', 'notes://kept', 'part://mine', 'last://x']]);
    const { stderr } = server.output;
    for (const text of [
      'list failed: the resources of this template are left out of the list',
      'no database',
      'Execution of "list of hangs" timed out after 20ms',
      'Resource output validation failed (Map at resources[0].title is not JSON: ',
      'Resource output validation failed (promise at resources[0].name is not JSON: await it)',
      'list must return { resources: [...], nextCursor? }',
      'the nextCursor of list must be a string; leave it out after the last resources',
      'resources[0] (other://x) does not fit notes://{id}',
      'resources[1] (notes://fixed) is read by the resource fixed',
      'resources[2] (throws://x) is read by the resource-template throws',
      'resources[3] (notes://../x) does not fit notes://{id}',
      'resources[4] (notes://y) needs a name',
    ])
      assert.ok(stderr.includes(text), `${text}\n${stderr}`);
    assert.not.match(stderr, 'RAN closed');
  } finally {
    await server.close();
  }
});

test('[lists.run-time] a server whose templates list nothing has no code for it', async () => {
  const project = writeProject({ 'src/main.ts': listing.replace('  list(ctx', '  listed(ctx').replace(/^ {2}list: .*\n/m, '') });
  const { code } = await bundleOf(requestOf(project.root, 'small'));
  project.remove();
  assert.not.match(code, 'left out of the list');
});

test.run();
