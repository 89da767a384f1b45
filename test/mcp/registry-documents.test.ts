/* The documents for public registries, as built bundles serve them on Node and on a worker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, type HttpBoot } from '../support/boot/node.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { LocalRegistry } from '../support/registry/local-registry.ts';
import { listing, networkOf, PublisherFolder } from '../support/registry/publisher.ts';
import { runRegistryPublish } from '../../src/cli/commands/registry-publish.ts';
import { cardProblems, catalogProblems } from '../support/registry/document-schemas.ts';
import { bundleOf, copyFixture, fixtureRoot, requestOf } from '../support/compile.ts';

const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const options = `registry: { name: 'com.example/calculator', description: 'Adds and divides numbers', repository: { url: 'https://github.com/acme/calculator', source: 'github' } }`;
const variables = { SERVICE_PUBLIC_URL: 'https://calc.example', MCP_REGISTRY_PUBLIC_KEY: publicKey };

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly node: HttpBoot;
  readonly worker: WorkerBoot;
  /** Code of the node bundle. */
  readonly code: string;
}
const test = suite<Context>('registry documents of bundles');

test.before(async (context) => {
  const source = readFileSync(join(fixtureRoot('calculator'), 'src/main.ts'), 'utf8');
  const project = copyFixture('calculator', { 'src/main.ts': source.replace('apps: [Calculator] }', `apps: [Calculator], ${options} }`) });
  const request = requestOf(project.root, 'calculator');
  const folder = (target: string): string => join(project.root, 'dist', target);
  const { code, result } = await bundleOf(request);
  await writeOutput(request, result, folder(nodeTarget.name));
  await writeOutput(request, (await bundleOf(request, workerTarget)).result, folder(workerTarget.name));
  const node = await bootHttp({
    folder: folder(nodeTarget.name),
    name: 'calculator',
    env: { ...variables, SERVICE_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const worker = await bootWorker({ bundle: join(folder(workerTarget.name), 'index.js'), vars: variables });
  Object.assign(context, { project, node, worker, code });
});
test.after(async ({ node, project, worker }) => {
  await node.stop();
  await worker.stop();
  project.remove();
});

test('[registry.bundles] node and worker bundles serve the same proof, card and catalog, byte for byte and with the same ETag', async ({
  node,
  worker,
}) => {
  const read = async (origin: string) =>
    Promise.all(
      ['/.well-known/mcp-registry-auth', '/mcp/server-card', '/.well-known/ai-catalog.json'].map(async (path) => {
        const answer = await fetch(`${origin}${path}`, { redirect: 'error' });
        return {
          status: answer.status,
          type: answer.headers.get('content-type'),
          etag: answer.headers.get('etag'),
          text: await answer.text(),
        };
      }),
    );
  const ofNode = await read(new URL(node.url).origin);
  assert.equal(
    ofNode.map(({ status, type }) => [status, type]),
    [
      [200, 'text/plain; charset=utf-8'],
      [200, 'application/mcp-server-card+json'],
      [200, 'application/ai-catalog+json'],
    ],
  );
  assert.is(ofNode[0]?.text, `v=MCPv1; k=ed25519; p=${publicKey}`);
  assert.ok(ofNode[1]?.text.includes('"url":"https://calc.example/mcp"'));
  assert.ok(ofNode[2]?.text.includes('"url":"https://calc.example/mcp/server-card"'));
  assert.equal(await read(worker.origin), ofNode);
});

test('[registry.schemas] card and catalog of a bundle keep the published rules', async ({ node }) => {
  const document = async (path: string): Promise<object> => ({ ...((await (await fetch(new URL(path, node.url))).json()) as object) });
  const card = await document('/mcp/server-card');
  const catalog = await document('/.well-known/ai-catalog.json');
  assert.equal([cardProblems(card), catalogProblems(catalog)], [[], []]);
  const refused = cardProblems({ ...card, $schema: listing.$schema, description: '', packages: [], version: '^1.0.0' });
  assert.is(refused.length, 4, refused.join('\n'));
  const older = catalogProblems({ specVersion: '2.0', entries: [{ identifier: 'calculator', mediaType: 'text/plain' }] });
  assert.ok(older.includes("/entries/0 must have required property 'type'"), older.join('\n'));
});

test('[registry.card-head] [registry.card-etag] HEAD, OPTIONS and a known ETag have no body on real connections', async ({
  node,
  worker,
}) => {
  for (const origin of [new URL(node.url).origin, worker.origin]) {
    const url = `${origin}/mcp/server-card`;
    const get = await fetch(url);
    const etag = get.headers.get('etag') ?? '';
    const length = (await get.text()).length;
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal([head.status, await head.text(), head.headers.get('etag')], [200, '', etag]);
    const known = await fetch(url, { headers: { 'if-none-match': etag } });
    assert.equal([known.status, await known.text(), known.headers.get('etag')], [304, '', etag]);
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://page.example' } });
    assert.equal([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
    assert.ok(length > 0);
  }
});

test('[registry.publish] the registry reads the proof from the bundle that serves it, and lists the server at its endpoint', async ({
  node,
}) => {
  const folder = new PublisherFolder();
  const proof = async (): Promise<Response> => fetch(new URL('/.well-known/mcp-registry-auth', node.url), { redirect: 'manual' });
  const registry = await LocalRegistry.start({
    fetchRecord: async () => {
      const answer = await proof();
      return { status: answer.status, body: await answer.text() };
    },
  });
  try {
    const card = { ...((await (await fetch(new URL('/mcp/server-card', node.url))).json()) as object) };
    const remotes = [{ type: 'streamable-http', url: 'https://calc.example/mcp' }];
    folder.write('server.json', JSON.stringify({ ...card, $schema: listing.$schema, remotes }));
    const { network } = networkOf({ 'example.com': proof });
    const { exit } = await runRegistryPublish(folder.call({ registry: registry.url }), network);
    assert.is(exit, 'ok');
    assert.is(registry.servers.statusOf('com.example/calculator', '1.4.0')?.status, 'active');
  } finally {
    await registry.stop();
    folder.remove();
  }
});

test('[registry.bytes] the documents cost at most 2 kB after gzip, and a server without the option has none of them', async ({ code }) => {
  // The author's own text is no cost of the documents: the other server has it too.
  const source = readFileSync(join(fixtureRoot('calculator'), 'src/main.ts'), 'utf8');
  const texts = `instructions: 'com.example/calculator Adds and divides numbers https://github.com/acme/calculator github'`;
  const other = copyFixture('calculator', { 'src/main.ts': source.replace('apps: [Calculator] }', `apps: [Calculator], ${texts} }`) });
  const bare = await bundleOf(requestOf(other.root, 'calculator')).finally(() => other.remove());
  const size = (text: string): number => gzipSync(text).byteLength;
  const cost = size(code) - size(bare.code);
  assert.ok(cost <= 2000, `${cost} bytes`);
  for (const word of ['mcp-registry-auth', 'server-card+json', 'ai-catalog', 'MCP_REGISTRY_PUBLIC_KEY'])
    assert.not.ok(bare.code.includes(word), word);
  // What is constant was described by the build.
  assert.ok(code.includes('urn:air:example.com:mcp:calculator'));
  assert.not.ok(code.includes('urn:air:$'));
});

test.run();
