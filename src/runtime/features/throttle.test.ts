/* Limits of tools, without a transport. */
import { tool } from '@service/sdk/define';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEnvelopeClient, type Answered, type EnvelopeClient } from '../../../test/support/envelope-client.ts';
import type { ConcurrencyOptions, ThrottleOptions } from '../define/operations-options.ts';
import { defineFeature } from './application/define-feature.ts';
import { stores } from './stores.ts';
import { throttle } from './throttle.ts';
import { MemoryStore } from '../storage/drivers/memory.ts';

/** Calls of its tool run until they are told to end. */
class Gate {
  readonly #ends: (() => void)[] = [];
  readonly #observers: (() => void)[] = [];
  ran = 0;

  readonly run = async (): Promise<string> => {
    this.ran++;
    const ended = new Promise<void>((resolve) => this.#ends.push(resolve));
    for (const notify of this.#observers.splice(0)) notify();
    await ended;
    return 'done';
  };

  async reached(count: number): Promise<void> {
    while (this.ran < count) await new Promise<void>((resolve) => this.#observers.push(resolve));
  }

  endOne(): void {
    this.#ends.shift()?.();
  }
}

const test = suite<{ gate: Gate }>('limits of tools');
test.before.each((context) => {
  context.gate = new Gate();
});

const openGated = (gate: Gate, concurrency: ConcurrencyOptions | undefined, limits: ThrottleOptions = {}): Promise<EnvelopeClient> =>
  openEnvelopeClient(
    {
      tools: [tool({ name: 'gated', description: 'Waits', ...(concurrency === undefined ? {} : { concurrency }) })(gate.run)],
      throttle: limits,
    },
    { features: [throttle] },
  );
const call = (client: EnvelopeClient): Promise<Answered> => client.ask('tools/call', { name: 'gated', arguments: {} });
const textOf = ({ result }: Answered): string => JSON.stringify(result);

test('[S5.8.tool.concurrency] a call over the limit is refused at once, and the slot of a call that ended is free', async ({ gate }) => {
  const client = await openGated(gate, { maxConcurrent: 1 });
  const first = call(client);
  await gate.reached(1);
  const refused = await call(client);
  assert.is(refused.result['isError'], true);
  assert.match(textOf(refused), 'Concurrency limit reached for \\"gated\\" (max: 1)');
  assert.is(gate.ran, 1);
  gate.endOne();
  assert.is((await first).result['isError'], undefined);
  const second = call(client);
  await gate.reached(2);
  gate.endOne();
  assert.is((await second).result['isError'], undefined);
  await client.application.close();
});

test('[S5.8.tool.concurrency] queued calls run in order; one that waited for too long is refused', async ({ gate }) => {
  const patient = await openGated(gate, { maxConcurrent: 1, queueTimeoutMs: 600_000 });
  const ended: string[] = [];
  const note = (name: string) => (answer: Answered) =>
    void ended.push(`${name} ${answer.result['isError'] === undefined ? 'ran' : 'failed'}`);
  const calls = [call(patient).then(note('first')), call(patient).then(note('second')), call(patient).then(note('third'))];
  for (const count of [1, 2, 3]) {
    await gate.reached(count);
    assert.is(gate.ran, count);
    gate.endOne();
  }
  await Promise.all(calls);
  assert.equal(ended, ['first ran', 'second ran', 'third ran']);
  await patient.application.close();

  const hasty = await openGated(gate, { maxConcurrent: 1, queueTimeoutMs: 1 });
  const running = call(hasty);
  await gate.reached(4);
  assert.match(textOf(await call(hasty)), 'No place became free within 1ms');
  gate.endOne();
  await running;
  await hasty.application.close();
});

test('a tool without a limit of its own has those of throttle, and none where throttle has none', async ({ gate }) => {
  const limited = await openGated(gate, undefined, { defaultConcurrency: { maxConcurrent: 1 } });
  const first = call(limited);
  await gate.reached(1);
  assert.match(textOf(await call(limited)), 'Concurrency limit reached');
  gate.endOne();
  await first;
  const open = await openGated(gate, undefined);
  const both = [call(open), call(open)];
  await gate.reached(3);
  gate.endOne();
  gate.endOne();
  await Promise.all(both);
  await Promise.all([limited.application.close(), open.application.close()]);
});

test('[S5.8.default-rate] [S5.8.tool.rate] defaultRateLimit counts calls of each tool, and says when to come back', async ({ gate }) => {
  const client = await openGated(gate, undefined, { defaultRateLimit: { maxRequests: 1, windowMs: 60_000 } });
  const first = call(client);
  await gate.reached(1);
  const refused = await call(client);
  assert.is(refused.result['isError'], true);
  assert.match(textOf(refused), /Rate limit exceeded\. Retry after \d+ seconds/);
  gate.endOne();
  await first;
  await client.application.close();
});

test('[S5.8.shared.concurrency] a call with a shared limit is answered after its slot is free in the store', async ({ gate }) => {
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const order: string[] = [];
  const limiter = { acquire: () => () => freed.then(() => void order.push('freed')), settle: async () => undefined };
  const client = await openEnvelopeClient(
    {
      tools: [tool({ name: 'gated', description: 'Waits', concurrency: { maxConcurrent: 1 } })(gate.run)],
      throttle: { storage: { redis: { host: '127.0.0.1' } } },
    },
    {
      features: [
        defineFeature('storage-redis', () => ({
          contributes: {
            storeDrivers: { redis: { open: async () => new MemoryStore(), openBus: () => Promise.reject(new Error('not asked for')) } },
          },
        })),
        stores,
        defineFeature('shared-concurrency', () => ({ provides: { sharedLimiters: () => () => limiter } })),
        throttle,
      ],
    },
  );
  const answered = call(client).then(() => void order.push('answered'));
  await gate.reached(1);
  gate.endOne();
  await new Promise((resolve) => setImmediate(resolve));
  free();
  await answered;
  assert.equal(order, ['freed', 'answered']);
  await client.application.close();
});

test.run();
