import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { linkWithout } from '../support/link-without.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis } from '../support/redis-server.ts';
import { openSession } from '../support/shared-session.ts';
import { modernRequest, send } from '../support/wire-client.ts';

const test = suite<{ folder: string }>('stores of built bundles');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-stores-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const sourceWith = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  const echo = tool({ name: 'echo', description: 'Says that it was called.' })(() => 'called');
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [echo], ${options} })
  export default class SharedServer {}
`;

const buildWith = (options: string) => buildSource(sourceWith(options));

async function buildSource(source: string) {
  const project = copyFixture('shared', { 'src/main.ts': source });
  const request = requestOf(project.root, 'shared');
  const { code, result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  return { code, folder, remove: project.remove };
}

const secret = { MCP_SESSION_SECRET: 'one secret for every instance of it' };

test('[S5.3.http-kv] instances share sessions through the HTTP key-value provider, with no TCP client in the bundle', async () => {
  const { code, folder, remove } = await buildWith(`redis: { provider: 'http-kv' }`);
  assert.not.match(code, 'the connection to Redis was lost');
  assert.ok(code.length < 300_000, String(code.length));
  const redis = await startRedis();
  const proxy = await startHttpKvProxy(redis.port, 'token');
  const env = { ...secret, KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token' };
  const [a, b] = [await bootHttp({ folder, name: 'shared', env }), await bootHttp({ folder, name: 'shared', env })];
  const session = await openSession(a);
  assert.is((await session.call(b, 'echo')).status, 200);
  proxy.fail(500);
  const away = await session.call(b, 'echo');
  assert.is(away.status, 503);
  assert.ok(away.headers['retry-after'] !== undefined);
  proxy.fail(undefined);
  assert.is((await session.call(b, 'echo')).status, 200);
  await Promise.all([a.stop(), b.stop()]);
  const refused = await runBundle({ folder, name: 'shared', env: { ...env, KV_REST_API_TOKEN: 'hunter2', PORT: '0' } });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, 'Failed to connect to Redis: the token was refused');
  assert.not.match(refused.stderr, 'hunter2');
  await proxy.close();
  await redis.remove();
  remove();
});

test('[S5.3.http-kv] on workerd the provider keeps sessions, and no TCP code is in the bundle', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(`redis: { provider: 'http-kv' }`) });
  const request = requestOf(project.root, 'shared');
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(project.root, 'dist', 'worker');
  await writeOutput(request, result, folder);
  const redis = await startRedis();
  const proxy = await startHttpKvProxy(redis.port, 'token');
  const vars = { ...secret, KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token' };
  const [a, b] = [
    await bootWorker({ bundle: join(folder, 'index.js'), vars }),
    await bootWorker({ bundle: join(folder, 'index.js'), vars }),
  ];
  const at = ({ origin }: { origin: string }) => ({ url: `http://127.0.0.1:${new URL(origin).port}/mcp` });
  const session = await openSession(at(a));
  const called = await session.call(at(b), 'echo');
  assert.is(called.status, 200, called.text);
  assert.match(called.text, 'called');
  assert.is((await session.end(at(b))).status, 200);
  assert.is((await session.call(at(a), 'echo')).status, 404);
  await Promise.all([a.stop(), b.stop()]);
  await proxy.close();
  await redis.remove();
  project.remove();
});

test('[D1.storage.sqlite-restart] [D1.storage.sqlite-secret] a session in a sealed SQLite file outlives its process, and opens with its secret alone', async ({
  folder: data,
}) => {
  const { folder, remove } = await buildWith(
    `sqlite: { path: process.env['DATABASE'] ?? 'state.db', encryption: { secret: process.env['SQLITE_SECRET'] ?? '' } }`,
  );
  const node = sqliteNode();
  const env = { ...secret, DATABASE: join(data, 'state.db'), SQLITE_SECRET: 'of the file' };
  const boot = () => bootHttp({ folder, name: 'shared', env, node });
  const before = await boot();
  const session = await openSession(before);
  await before.stop('SIGKILL');
  const after = await boot();
  assert.is((await session.call(after, 'echo')).status, 200);
  await after.stop();
  const wrong = await runBundle({ folder, name: 'shared', node, env: { ...env, SQLITE_SECRET: 'hunter2', PORT: '0' } });
  assert.is(wrong.code, 1);
  assert.match(wrong.stderr, 'another encryption.secret');
  assert.not.match(wrong.stderr, 'hunter2');
  const old = join(import.meta.dirname, '../../tools/judges/node_modules', 'node20', 'bin/node');
  const without = await runBundle({ folder, name: 'shared', node: old, env: { ...env, PORT: '0' } });
  assert.is(without.code, 1);
  assert.match(without.stderr, /needs Node >= 22\.13 \(node:sqlite\), found v20/);
  remove();
});

test('[S5.5.store] elicitation.redis keeps which answers have been used: what one instance acted on, the other refuses', async () => {
  const asking = `
    const greet = tool({ name: 'greet', description: 'Asks for a name and greets.' })(async (_input, ctx) => {
      const { content } = await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } }, { key: 'who' });
      return 'Hello, ' + String(content?.['name']) + '!';
    });`;
  const source = sourceWith('elicitation: { redis: {} }')
    .replace('tools: [echo]', 'tools: [echo, greet]')
    .replace('@Service', `${asking}\n@Service`);
  const { folder, remove } = await buildSource(source);
  const redis = await startRedis();
  const env = { ...secret, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const [a, b] = [await bootHttp({ folder, name: 'shared', env }), await bootHttp({ folder, name: 'shared', env })];
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const call = async ({ url }: { url: string }, more: Record<string, unknown> = {}): Promise<string> => {
    const request = modernRequest('tools/call', { name: 'greet', arguments: {}, ...more }, { meta });
    return (await send({ port: Number(new URL(url).port), path: '/mcp', ...request })).text;
  };
  const { requestState } = (JSON.parse(await call(a)) as { result: { requestState: string } }).result;
  const answers = { requestState, inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } } };
  assert.match(await call(b, answers), 'Hello, Ada!');
  assert.not.match(await call(a, answers), 'Hello, Ada!');
  await Promise.all([a.stop(), b.stop()]);
  const alone = await runBundle({ folder, name: 'shared', env: { REDIS_URL: env.REDIS_URL, PORT: '0' } });
  assert.is(alone.code, 1);
  assert.match(alone.stderr, 'set MCP_SESSION_SECRET to one value for all');
  const away = await runBundle({ folder, name: 'shared', env: { ...secret, REDIS_URL: 'redis://127.0.0.1:1', PORT: '0' } });
  assert.is(away.code, 1);
  assert.match(away.stderr, 'Failed to connect to Redis:');
  await redis.remove();
  remove();
});

test('a project without the package of its store gets the install command', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(`sqlite: { path: 'state.db' }`) });
  rmSync(join(project.root, 'node_modules'));
  linkWithout(project.root, '@service/storage-sqlite');
  const { diagnostics, output } = await build(requestOf(project.root, 'shared'), nodeTarget);
  assert.is(output, undefined);
  assert.match(
    diagnostics.map(({ message }) => message).join('\n'),
    /"@service\/storage-sqlite": sqlite is a sqlite store.*Install it beside @service\/sdk/,
  );
  project.remove();
});

test.run();
