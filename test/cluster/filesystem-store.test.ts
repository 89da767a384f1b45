import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { serverlessATarget } from '../../src/targets/serverless_a.ts';
import { serverlessBTarget } from '../../src/targets/serverless_b.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, runBundle, type HttpBoot } from '../support/boot/node.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { openSession } from '../support/shared-session.ts';
import type { WireStream } from '../support/wire-client.ts';

const test = suite<{ data: string }>('a folder of records in built bundles');
test.before.each((context) => {
  context.data = mkdtempSync(join(tmpdir(), 'service-folder-'));
});
test.after.each(({ data }) => rmSync(data, { recursive: true, force: true }));

const sourceWith = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  const echo = tool({ name: 'echo', description: 'Says that it was called.' })(() => 'called');
  const tell = tool({ name: 'tell', description: 'Tells of changes.' })((_input, ctx) => {
    ctx.notifyToolListChanged();
    return 'told';
  });
  @Service({ info: { name: 'kept', version: '1.4.0' }, tools: [echo, tell], ${options} })
  export default class KeptServer {}
`;

async function buildWith(options: string) {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(options) });
  const request = requestOf(project.root, 'shared');
  const { code, result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  return { code, folder, features: result.output?.report.features.map(({ name }) => name) ?? [], remove: project.remove };
}

/** The method of the first message that a stream brings; one that brings none in a while is opened again. */
async function resumedMethod(open: () => Promise<WireStream>): Promise<unknown> {
  for (;;) {
    const stream = await open();
    const message = await Promise.race([stream.next(), wait(1000, undefined)]);
    stream.close();
    if (message !== undefined) return message['method'];
  }
}

const secret = { MCP_SESSION_SECRET: 'one secret for every instance of it' };
const driverText = 'the disk is full';

test('[S5.3.filesystem.restart] [S5.3.filesystem.processes] sessions and events outlive a killed process, and two processes share them', async ({
  data,
}) => {
  const { code, folder, remove } = await buildWith(
    `redis: { provider: 'filesystem', path: process.env['STATE'] ?? 'state' }, transport: { eventStore: { enabled: true, provider: 'redis' } }`,
  );
  assert.match(code, driverText);
  const env = { ...secret, STATE: join(data, 'state') };
  const boot = (): Promise<HttpBoot> => bootHttp({ folder, name: 'shared', env });
  const [first, second] = [await boot(), await boot()];
  const session = await openSession(first);
  const stream = await session.listen(first);
  for (let at = 0; at < 2; at++) {
    await session.call(first, 'tell');
    assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed');
  }
  const firstEvent = stream.lastEventId().replace(/-\d+$/, '-1');
  // An event is sent before it is kept: one that the kill takes was not promised to anybody else.
  assert.is(await resumedMethod(() => session.listen(second, firstEvent)), 'notifications/tools/list_changed');
  const calls = Array.from({ length: 20 }, () => session.call(first, 'echo').catch(() => undefined));
  await calls[0];
  await first.stop('SIGKILL');
  await Promise.all(calls);
  assert.is((await session.call(second, 'echo')).status, 200);
  assert.is(await resumedMethod(() => session.listen(second, firstEvent)), 'notifications/tools/list_changed');
  await second.stop('SIGKILL');
  const third = await boot();
  assert.is((await session.call(third, 'echo')).status, 200);
  assert.is((await session.end(third)).status, 200);
  assert.is((await session.call(third, 'echo')).status, 404);
  await third.stop();
  remove();
});

test('[S5.3.auto] [S5.3.auto.told] [S5.3.auto.fallback] a bundle tells what auto took, and in production never takes memory by itself', async ({
  data,
}) => {
  const { features, folder, remove } = await buildWith(`redis: { provider: 'auto', path: process.env['STATE'] }`);
  assert.equal(features.filter((name) => name.startsWith('storage-')).toSorted(), [
    'storage-filesystem',
    'storage-http-kv',
    'storage-memory',
    'storage-redis',
  ]);
  const told = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const server = await bootHttp({ folder, name: 'shared', env: { ...secret, ...env } });
    await server.stop();
    return server.output.stderr;
  };
  const one = /the provider auto/g;
  const inFolder = await told({ STATE: join(data, 'state'), NODE_ENV: 'production', SERVICE_PUBLIC_URL: 'http://127.0.0.1' });
  assert.match(inFolder, 'the provider auto chose a filesystem store');
  assert.match(inFolder, 'redis.path names a folder, and no variable a server');
  assert.is(inFolder.match(one)?.length, 1);
  const inMemory = await told({});
  assert.match(inMemory, 'the provider auto keeps records in memory: they end with this process');
  assert.is(inMemory.match(one)?.length, 1);
  for (const [env, text] of [
    [{ NODE_ENV: 'production' }, 'found no store: set REDIS_URL, KV_REST_API_URL or redis.path'],
    [{ REDIS_URL: 'redis://127.0.0.1:1', STATE: join(data, 'state') }, 'Failed to connect to Redis:'],
  ] as const) {
    const refused = await runBundle({ folder, name: 'shared', env: { ...secret, ...env, PORT: '0' } });
    assert.is(refused.code, 1);
    assert.match(refused.stderr, text);
  }
  remove();
});

test('[S5.3.filesystem.targets] targets without a disk refuse a folder by name, and a bundle without one holds no driver', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(`redis: { provider: 'filesystem', path: 'state' }`) });
  for (const target of [workerTarget, serverlessATarget, serverlessBTarget]) {
    const { diagnostics } = await build(requestOf(project.root, 'shared'), target);
    const [fault] = diagnostics.filter(({ severity }) => severity === 'error');
    assert.is(fault?.message, `[--target ${target.name}] config incompatible with redis`);
    assert.match(String(fault?.hint), 'an HTTP key-value store');
  }
  const { diagnostics } = await build(requestOf(project.root, 'shared'), distributedTarget);
  assert.match(diagnostics.map(({ message }) => message).join(), '`redis` is a folder of one machine');
  project.remove();
  const { code, remove } = await buildWith('redis: {}');
  assert.not.match(code, driverText);
  remove();
});

test('[S5.3.auto] on a worker auto brings the drivers of HTTP and of its object, and neither TCP nor files', async () => {
  const project = copyFixture('shared', { 'src/main.ts': sourceWith(`redis: { provider: 'auto', path: 'state' }`) });
  for (const [target, kinds] of [
    [workerTarget, ['storage-http-kv', 'storage-durable-object', 'storage-memory']],
    [serverlessBTarget, ['storage-redis', 'storage-http-kv', 'storage-memory']],
  ] as const) {
    const { diagnostics, output } = await build(requestOf(project.root, 'shared'), target);
    assert.equal(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.equal(
      output?.report.features.flatMap(({ name }) => (name.startsWith('storage-') ? [name] : [])),
      kinds,
    );
    if (target === workerTarget) assert.match(output?.platformFile?.contents('index.js') ?? '', 'SERVICE_STORE');
  }
  project.remove();
});

test.run();
