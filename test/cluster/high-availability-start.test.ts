/* How a node is told what it is, on bundles and a real Redis. */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { haVariableNames } from '../../src/runtime/features/nodes/ha-settings.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { bootHttp, runBundle } from '../support/boot/node.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { sharedEnvironment, SharedProject } from '../support/shared-project.ts';
import { portOf } from '../support/shared-session.ts';
import { modernRequest, send } from '../support/wire-client.ts';

interface Context {
  project: SharedProject;
  redis: RedisServer;
}

const test = suite<Context>('nodes that start');
const name = 'shared';
const main = readFileSync(new URL('../../fixtures/shared/src/main.ts', import.meta.url), 'utf8');

test.before(async (context) => {
  context.project = new SharedProject(distributedTarget);
  await context.project.build();
  context.redis = await startRedis();
});
test.after(async ({ project, redis }) => {
  await project.remove();
  await redis.remove();
});

test('[S5.7.redis] nodes without a Redis server do not start', async () => {
  for (const options of ['', 'redis: {},']) {
    const transport = `transport: { distributedMode: 'auto'${options === '' ? '' : ', persistence: false'} },`;
    // A build that knows is refused; `auto` is decided here.
    const alone = new SharedProject(undefined, {
      'src/main.ts': main.replace(/ {2}\/\/ Where it is[\s\S]*?(?=}\)\nexport)/, options + transport),
    });
    await alone.build();
    const env = { ...sharedEnvironment(1, { SERVICE_DEPLOYMENT_MODE: 'distributed' }), PORT: '0' };
    const { code, stderr } = await runBundle({ folder: alone.folder, name, env });
    assert.is(code, 1);
    assert.match(stderr, /HA_CONFIGURATION_ERROR: several nodes need a Redis server .*: set redis/);
    await alone.remove();
  }
});

test('[S5.7.variables] bad values stop the start, all of them at once; no header comes by MACHINE_ID', async ({ project, redis }) => {
  const bad = {
    MACHINE_ID: 'a\r\nset-cookie: admin=1',
    SERVICE_HA_HEARTBEAT_INTERVAL_MS: '0',
    SERVICE_HA_HEARTBEAT_TTL_MS: 'long',
    SERVICE_HA_TAKEOVER_GRACE_MS: '-1',
    SERVICE_HA_KEY_PREFIX: 'a b',
    SERVICE_AFFINITY_COOKIE: 'a;b',
    SERVICE_AFFINITY_COOKIE_DOMAIN: 'a; Secure',
    SERVICE_AFFINITY_COOKIE_SAME_SITE: 'perhaps',
    SERVICE_TRUST_PROXY: 'x',
  };
  const { code, stderr } = await runBundle({ folder: project.folder, name, env: { ...sharedEnvironment(redis.port, bad), PORT: '0' } });
  assert.is(code, 1);
  for (const variable of Object.keys(bad)) assert.match(stderr, `${variable}: `);
  const close = { SERVICE_HA_HEARTBEAT_INTERVAL_MS: '500', SERVICE_HA_HEARTBEAT_TTL_MS: '500' };
  const end = await runBundle({ folder: project.folder, name, env: { ...sharedEnvironment(redis.port, close), PORT: '0' } });
  assert.match(end.stderr, 'SERVICE_HA_HEARTBEAT_TTL_MS: must be more than SERVICE_HA_HEARTBEAT_INTERVAL_MS');
});

test('[S5.7.variables] --help of such a bundle names their variables', async ({ project }) => {
  const { stdout } = await runBundle({ folder: project.folder, name }, ['--help']);
  for (const variable of haVariableNames) assert.match(stdout, `\n  ${variable}\n`);
});

test('[S5.7.cookie] the config names the cookie', async ({ project, redis }) => {
  const cookie = {
    SERVICE_AFFINITY_COOKIE: 'stick',
    SERVICE_AFFINITY_COOKIE_DOMAIN: 'example.com',
    SERVICE_AFFINITY_COOKIE_SAME_SITE: 'None',
  };
  const at = await project.boot(redis.port, { MACHINE_ID: 'named', ...cookie });
  const { headers } = await send({ port: portOf(at), path: '/mcp', ...modernRequest('tools/list') });
  assert.equal(headers['set-cookie'], ['stick=named; Path=/; HttpOnly; SameSite=None; Domain=example.com; Secure']);
  await at.stop('SIGKILL');
});

test('[S5.7.machine-id] MACHINE_ID, else the host name of a distributed node, else a file outside production', async ({
  project,
  redis,
}) => {
  const cwd = mkdtempSync(join(tmpdir(), 'service-machine-'));
  const idOf = async (env: Record<string, string>): Promise<string> => {
    const at = await bootHttp({ folder: project.folder, name, cwd, env: sharedEnvironment(redis.port, env) });
    const { headers } = await send({ port: portOf(at), path: '/mcp', ...modernRequest('tools/list') });
    await at.stop('SIGKILL');
    return String(headers['x-service-machine-id']);
  };
  assert.is(await idOf({ MACHINE_ID: 'given' }), 'given');
  assert.is(await idOf({}), hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-'));
  rmSync(cwd, { recursive: true });
});

test('[S5.7.machine-id] a server that says itself that it is one of several keeps its id in a file', async ({ redis }) => {
  const declared = main.replace('transport: {', 'transport: { distributedMode: true,');
  const own = new SharedProject(undefined, { 'src/main.ts': declared });
  await own.build();
  const cwd = mkdtempSync(join(tmpdir(), 'service-machine-'));
  const idOf = async (env: Record<string, string> = {}): Promise<string> => {
    const at = await bootHttp({ folder: own.folder, name, cwd, env: sharedEnvironment(redis.port, env) });
    const { headers } = await send({ port: portOf(at), path: '/mcp', ...modernRequest('tools/list') });
    await at.stop('SIGKILL');
    return String(headers['x-service-machine-id']);
  };
  const made = await idOf();
  const file = join(cwd, '.service', 'machine-id');
  assert.is(readFileSync(file, 'utf8'), `${made}\n`);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is(await idOf(), made, 'the next start is the same node');
  const elsewhere = await idOf({ MACHINE_ID_PATH: 'ids/mine' });
  assert.is(readFileSync(join(cwd, 'ids', 'mine'), 'utf8'), `${elsewhere}\n`);
  assert.is(
    await idOf({ NODE_ENV: 'production', SERVICE_ALLOWED_HOSTS: 'localhost,127.0.0.1' }),
    hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-'),
  );
  const [one, two] = [await idOf({ SERVICE_DEPLOYMENT_MODE: 'serverless' }), await idOf({ SERVICE_DEPLOYMENT_MODE: 'serverless' })];
  assert.is.not(one, two);
  writeFileSync(file, 'a\r\nset-cookie: admin=1');
  const { code, stderr } = await runBundle({ folder: own.folder, name, cwd, env: { ...sharedEnvironment(redis.port), PORT: '0' } });
  assert.is(code, 1);
  assert.match(stderr, /MACHINE_ID_PATH: .*machine-id holds no machine id/);
  await own.remove();
  rmSync(cwd, { recursive: true });
});

test('[S4.3.distributed] the build emits index.js and serverless-setup.js beside the bundle, and index.js serves', async ({
  project,
  redis,
}) => {
  const at = spawn(process.execPath, [join(project.folder, 'index.js')], {
    env: { PATH: process.env['PATH'] ?? '', ...sharedEnvironment(redis.port, { PORT: '0', MACHINE_ID: 'index' }) },
  });
  let output = '';
  at.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!/is listening at \S+/.test(output)) await once(at.stderr, 'data');
  const port = Number(new URL(/is listening at (\S+)/.exec(output)?.[1] ?? '').port);
  const { headers, status } = await send({ port, path: '/mcp', ...modernRequest('tools/list') });
  assert.equal([status, headers['x-service-machine-id']], [200, 'index']);
  const health = await send({ port, path: '/healthz', method: 'GET' });
  assert.match(health.text, '"deployment":"distributed"');
  const ended = once(at, 'exit');
  at.kill('SIGKILL');
  await ended;
});

test('[S5.7.dropped] a server that is not one of several has none of it in its bundle', async () => {
  const plain = new SharedProject();
  await plain.build();
  for (const text of ['heartbeat:', 'x-service-machine-id', '__service_node', 'SERVICE_HA_', 'MACHINE_ID'])
    assert.not.match(plain.code, text);
  await plain.remove();
});

test.run();
