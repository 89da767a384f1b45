import { DistributedConcurrencyLimiter } from '../cluster/limits/distributed-concurrency-limiter.ts';
import { randomId, type Awaitable } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import type { FeatureServices } from './application/services.ts';
import { defineFeature } from './application/define-feature.ts';

/** Concurrency limits across all instances (`throttle.storage` beside `globalConcurrency` or `concurrency`). */
export const sharedConcurrency = defineFeature('shared-concurrency', ({ runtime }) => {
  const all: DistributedConcurrencyLimiter[] = [];
  const { now } = runtime;
  const instance = randomId();
  const createLimiter: FeatureServices['sharedLimiters'] = (store) => (rule, name) => {
    const slots = new DistributedConcurrencyLimiter(rule, { store, now, instance, name: `at-once:${name}` });
    all.push(slots);
    return slots;
  };
  const settle = async (answer: Awaitable<HttpAnswer>): Promise<void> => {
    // A failure of the call is answered by the caller of `next`.
    const { working } = await Promise.resolve(answer).catch((): Partial<HttpAnswer> => ({}));
    await working;
    await Promise.all(all.map((slots) => slots.settle()));
  };
  return {
    provides: { sharedLimiters: createLimiter },
    around: {
      endpoint: (caller, next) => {
        const answer = next(caller);
        // Worker platforms end a request with its answer or its client, which could interrupt the release of its slot.
        caller.exchange.waitUntil?.(settle(answer));
        return answer;
      },
    },
    start: async () => async () => {
      await Promise.all(all.map((slots) => slots.close()));
    },
  };
});
