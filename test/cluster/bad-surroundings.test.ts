/* What stands around instances is wrong: their clocks differ, and what is in front of them changes headers. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { HttpBoot } from '../support/boot/node.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { SharedProject, startRoundRobin } from '../support/shared-project.ts';
import { nextOf, openSession, portOf, type WireSession } from '../support/shared-session.ts';
import { legacyBody, sendRaw } from '../support/wire-client.ts';

interface Context {
  project: SharedProject;
  redis: RedisServer;
}

const test = suite<Context>('bad surroundings');

test.before(async (context) => {
  context.project = new SharedProject();
  await context.project.build();
  context.redis = await startRedis();
});
test.after(async ({ project, redis }) => {
  await project.remove();
  await redis.remove();
});

const shiftedClock = join(import.meta.dirname, '../support/shifted-clock.mjs');
const minutes = 60_000;

test('[I4.surroundings.clocks] instances whose clocks are minutes apart serve one session, its streams and its end', async ({
  project,
  redis,
}) => {
  const boot = (name: string, shift: number): Promise<HttpBoot> =>
    project.boot(redis.port, { INSTANCE: name, NODE_OPTIONS: `--import=${shiftedClock}`, SHIFT_MS: String(shift) });
  const [behind, ahead, exact] = await Promise.all([boot('i0', -5 * minutes), boot('i1', 5 * minutes), boot('i2', 0)]);
  const instances = [behind, ahead, exact];
  const balancer = await startRoundRobin(instances.map(portOf));
  const sessions = await Promise.all(instances.map((at) => openSession(at, { elicitation: {} })));
  for (const session of sessions) {
    const texts = await Promise.all([1, 2, 3].map(async (value) => (await session.call(balancer, 'echo', { value: String(value) })).text));
    assert.equal(
      texts.map((text) => /(\d) from i\d/.exec(text)?.[1]),
      ['1', '2', '3'],
    );
    const stream = await session.listen(behind);
    await session.call(ahead, 'grow');
    await nextOf(stream, 'notifications/tools/list_changed');
    const lastEventId = stream.lastEventId();
    stream.close();
    await session.call(exact, 'grow');
    const resumed = await session.listen(ahead, lastEventId);
    await session.call(behind, 'grow');
    await nextOf(resumed, 'notifications/tools/list_changed');
    resumed.close();
    assert.is((await session.end(ahead)).status, 200);
    for (const at of instances) assert.is((await session.call(at, 'echo', { value: 'x' })).status, 404);
  }
  await balancer.close();
});

/** As a proxy hands it on, line by line. */
async function handedOn(at: HttpBoot, lines: readonly string[], body: string): Promise<{ readonly status: number; readonly text: string }> {
  const head = ['POST /mcp HTTP/1.1', `Host: 127.0.0.1:${portOf(at)}`, 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = await sendRaw(portOf(at), `${[...head, ...lines].join('\r\n')}\r\n\r\n${body}`);
  return { status: Number(answer.split(' ')[1]), text: answer };
}

test('[I4.surroundings.headers] a proxy that strips or repeats headers gets a refusal, and never the session of somebody else', async ({
  project,
  redis,
}) => {
  const at = await project.boot(redis.port, { INSTANCE: 'one' });
  const [mine, other] = [await openSession(at), await openSession(at)];
  const idOf = ({ id }: WireSession): string => `Mcp-Session-Id: ${id}`;
  const whole = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Mcp-Protocol-Version: 2025-11-25',
    idOf(mine),
  ] as const;
  const call = legacyBody('tools/call', { name: 'echo', arguments: { value: 'x' } }, 1);
  const [type, accept, version, id] = whole;
  const cases: readonly (readonly [what: string, lines: readonly string[], status: number])[] = [
    ['as it was sent', whole, 200],
    ['the same session twice', [...whole, id], 404],
    ['two sessions', [...whole, idOf(other)], 404],
    ['no session', [type, accept, version], 400],
    ['no type', [accept, version, id], 415],
    ['the type twice', [...whole, type], 415],
    ['no accept', [type, version, id], 200],
    ['accept in two lines', [type, 'Accept: application/json', 'Accept: text/event-stream', version, id], 200],
    ['no version', [type, accept, id], 200],
    ['two versions', [...whole, 'Mcp-Protocol-Version: 2025-06-18'], 400],
    ['two hosts', [...whole, 'Host: evil.example'], 403],
    ['two lengths', [...whole, 'Content-Length: 1'], 400],
  ];
  for (const [what, lines, status] of cases) {
    const answer = await handedOn(at, lines, call);
    assert.is(answer.status, status, `${what}: ${answer.text}`);
    assert.is(/x from one/.test(answer.text), status === 200, what);
  }
});

test.run();
