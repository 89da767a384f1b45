/* Servers of several instances that could not share anything: refused by the build. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Target } from '../../src/compiler/target.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, copyFixture, requestOf } from '../support/compile.ts';

const server = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [ping], ${options} })
  export default class Server {}
`;

const cookie = { SERVICE_AFFINITY_COOKIE_SAME_SITE: 'Lax' };

async function findingsOf(options: string, target: Target, variables: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const project = copyFixture('shared', { 'src/main.ts': server(options) });
  try {
    const { diagnostics, output } = await build(requestOf(project.root, 'shared', { variables }), target);
    assert.is(
      output === undefined,
      diagnostics.some(({ severity }) => severity === 'error'),
    );
    return diagnostics.map(({ code, message, span }) => `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}`);
  } finally {
    project.remove();
  }
}

const refused = (asked: string, missing: string): readonly string[] => [
  `src/main.ts:4:3 distributed-without-redis: HA_CONFIGURATION_ERROR: ${asked} needs a Redis server that every instance reaches, and ${missing}`,
];

test('[S5.7.redis.build] the target distributed without a Redis server does not build, and names the missing option', async () => {
  const missing: Readonly<Record<string, string>> = {
    '': 'no option names one',
    'throttle: { global: { maxRequests: 9 }, storage: { redis: {} } },': 'no option names one',
    'redis: {}, transport: { persistence: false },': '`transport.persistence: false` keeps sessions in each instance',
    "sqlite: { path: 'a.db' },": '`sqlite` is a file of one machine',
    "redis: {}, transport: { persistence: { sqlite: { path: 'a.db' } } },": '`transport.persistence.sqlite` is a file of one machine',
    "redis: { provider: 'filesystem', path: 'state' },": '`redis` is a folder of one machine',
    "redis: { provider: 'http-kv' },": '`redis` is behind HTTP, and instances tell each other over channels, which HTTP has not',
  };
  for (const [options, because] of Object.entries(missing))
    assert.equal(await findingsOf(options, distributedTarget), refused('the target distributed', because), options);
  for (const options of ['redis: {},', 'transport: { persistence: { redis: {} } },', "redis: { provider: 'http-kv' }, pubsub: {},"])
    assert.equal(await findingsOf(options, distributedTarget, cookie), [], options);
});

test('[S5.7.redis.build] nor does a server declared as one of several; options decided at run time build', async () => {
  const because = refused('`transport.distributedMode`', 'no option names one');
  assert.equal(await findingsOf('transport: { distributedMode: true },', nodeTarget), because);
  assert.equal(await findingsOf('transport: { distributedMode: true },', workerTarget), because);
  assert.equal(await findingsOf("transport: { distributedMode: 'auto' },", nodeTarget, cookie), []);
  assert.equal(await findingsOf('', nodeTarget), []);
});

test('[S5.7.cookie.build] a cookie for balancers of a server that is alone is a warning', async () => {
  assert.equal(await findingsOf('', nodeTarget, cookie), [
    'src/main.ts:4:3 affinity-without-instances: `server.cookies` of the deployment has no effect: the server is not one of several instances',
  ]);
});

test.run();
