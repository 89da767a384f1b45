/* Stores in the bindings of a worker, on workerd: real Durable Objects and a real KV namespace. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { openSession, WireSession } from '../support/shared-session.ts';
import { initializeBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';

const test = suite<{ kept: string }>('stores in the bindings of a worker');
test.before.each((context) => {
  context.kept = mkdtempSync(join(tmpdir(), 'service-bindings-'));
});
test.after.each(({ kept }) => rmSync(kept, { recursive: true, force: true }));

const sourceWith = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  const echo = tool({ name: 'echo', description: 'Says who called it.' })((_input, ctx) => 'called by ' + (ctx.auth?.user?.sub ?? 'nobody'));
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [echo], ${options} })
  export default class SharedServer {}
`;

interface PlatformRows {
  readonly durable_objects: { readonly bindings: readonly { readonly name: string; readonly class_name: string }[] };
}

/** Builds a worker, and reads its bindings from the file that the build has written. */
async function buildWorker(options: string) {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(options) });
  const folder = join(project.root, 'dist', 'worker');
  const request = requestOf(project.root, 'shared', { folder });
  const { code, result } = await bundleOf(request, workerTarget);
  assert.equal(result.diagnostics, []);
  await writeOutput(request, result, folder);
  const read = JSON.parse(JSON.stringify(parse(readFileSync(join(project.root, 'wrangler.toml'), 'utf8')))) as PlatformRows;
  const objects = Object.fromEntries(read.durable_objects.bindings.map(({ class_name, name }) => [name, class_name]));
  return { code, bundle: join(folder, 'index.js'), objects, remove: project.remove };
}

const at = ({ origin }: WorkerBoot) => ({ url: `http://127.0.0.1:${new URL(origin).port}/mcp` });
const portAt = ({ origin }: WorkerBoot): number => Number(new URL(origin).port);

test('[S5.3.durable-object] [S5.3.bindings] [E3.build] a session goes on after the runtime was started anew on the same storage', async ({
  kept,
}) => {
  const { bundle, code, objects, remove } = await buildWorker(`redis: { provider: 'durable-object' }`);
  assert.equal(objects, { SERVICE_STORE: 'ServiceStore' });
  assert.not.match(code, 'the token was refused', 'no other driver is in the bundle');
  assert.not.match(code, 'service:skill-index', 'nothing that was not asked for');
  const first = await bootWorker({ bundle, objects, kept });
  const session = await openSession(at(first));
  const ended = await openSession(at(first));
  assert.is((await ended.end(at(first))).status, 200);
  await first.stop();
  const second = await bootWorker({ bundle, objects, kept });
  const called = await session.call(at(second), 'echo');
  assert.is(called.status, 200, called.text);
  assert.match(called.text, 'called by');
  assert.is((await ended.call(at(second), 'echo')).status, 404, 'what has ended has ended everywhere');
  await second.stop();
  const elsewhere = await bootWorker({ bundle, objects });
  assert.is((await session.call(at(elsewhere), 'echo')).status, 404, 'the store, and nothing else, keeps it');
  await elsewhere.stop();
  remove();
});

test('[S5.3.durable-object.users] no user comes into the session of another, before and after the runtime was started anew', async ({
  kept,
}) => {
  const auth = "auth: { mode: 'static', tokensEnv: 'KEYS' }";
  const { bundle, objects, remove } = await buildWorker(`redis: { provider: 'durable-object' }, ${auth}`);
  const vars = { KEYS: JSON.stringify(['ada', 'bob'].map((sub) => ({ token: `key-of-${sub}-0123456789`, sub }))) };
  const bearer = (user: string) => ({ authorization: `Bearer key-of-${user}-0123456789` });
  const open = async (worker: WorkerBoot, user: string): Promise<WireSession> => {
    const headers = { ...legacyHeaders, ...bearer(user) };
    const answer = await send({ port: portAt(worker), path: '/mcp', headers, body: initializeBody('2025-11-25') });
    assert.is(answer.status, 200, answer.text);
    return new WireSession(String(answer.headers['mcp-session-id']));
  };
  const callAs = (worker: WorkerBoot, { headers }: WireSession, user: string) =>
    send({
      port: portAt(worker),
      path: '/mcp',
      headers: { ...headers, ...bearer(user) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } }),
    });
  let worker = await bootWorker({ bundle, objects, kept, vars });
  const sessions = { ada: await open(worker, 'ada'), bob: await open(worker, 'bob') };
  for (const round of ['first', 'second']) {
    for (const [owner, session] of Object.entries(sessions))
      for (const user of ['ada', 'bob']) {
        const { status, text } = await callAs(worker, session, user);
        assert.is(status, owner === user ? 200 : 404, `${round}: ${user} in the session of ${owner}: ${text}`);
        assert.match(text, owner === user ? `called by ${user}` : 'invalid session id');
      }
    await worker.stop();
    if (round === 'first') worker = await bootWorker({ bundle, objects, kept, vars });
  }
  remove();
});

test('[S5.3.bindings.missing] a binding that is missing or of another kind is told at the first request, with what to add', async () => {
  const { bundle, remove } = await buildWorker(`redis: { provider: 'durable-object', binding: 'RECORDS' }`);
  for (const [namespaces, what] of [
    [[], 'is missing'],
    [['RECORDS'], 'is no Durable Object'],
  ] as const) {
    const worker = await bootWorker({ bundle, namespaces });
    const answer = await fetch(`${worker.origin}/mcp`, { method: 'POST', ...modernRequest('tools/list') });
    const body = (await answer.json()) as { error: string; code: string; message: string };
    assert.equal([answer.status, body.error, body.code], [500, 'server_misconfigured', 'CONFIG_INVALID']);
    assert.match(body.message, `The binding RECORDS of the worker ${what}: add { name = "RECORDS", class_name = "ServiceStore" }`);
    assert.match(body.message, 'new_sqlite_classes');
    await worker.stop();
  }
  remove();
});

test('[S5.3.worker-kv] [S5.3.providers] what must not be stale is refused at build with its option, and bindings on other targets', async () => {
  const found = async (options: string, target = workerTarget): Promise<readonly string[]> => {
    const project = copyFixture('shared', { 'src/main.ts': sourceWith(options) });
    const { diagnostics } = await build(requestOf(project.root, 'shared'), target);
    project.remove();
    return diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  };
  for (const [path, options] of [
    ['redis', `redis: { provider: 'worker-kv' as never }`],
    ['tasks.redis', `tasks: { redis: { provider: 'worker-kv' as never } }`],
    ['throttle.storage', `throttle: { storage: { redis: { provider: 'worker-kv' as never } } }`],
    ['auth.tokenStorage', `auth: { mode: 'local', tokenStorage: { redis: { provider: 'worker-kv' as never } } }`],
  ] as const) {
    const messages = await found(options);
    assert.ok(
      messages.some((message) => message.includes(path) && message.includes('"worker-kv" may answer a former value')),
      `${path}: ${messages.join('\n')}`,
    );
  }
  assert.match((await found(`redis: { provider: 'upstash' as never }`)).join('\n'), '"upstash" is spelled "http-kv" here');
  assert.equal(await found(`redis: { provider: 'durable-object' }`, nodeTarget), ['[--target node] config incompatible with redis']);
});

test('[S5.3.bindings] a worker without such a store exports no class and binds nothing', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith('') });
  const { output } = await build(requestOf(project.root, 'shared'), workerTarget);
  assert.not.match(String(output?.files[0]?.contents), 'ServiceStore');
  assert.not.match(output?.platformFile?.contents('index.js') ?? '', /durable_objects|kv_namespaces|migrations/);
  project.remove();
});

test.run();
