import { DistributedConcurrencyLimiter } from '../cluster/limits/distributed-concurrency-limiter.ts';
import { randomId } from '../std/index.ts';
import type { Awaitable } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import type { FeatureServices } from './application/services.ts';
import { defineFeature } from './application/define-feature.ts';

/** How many calls run at once, of all instances together (`throttle.storage` beside `globalConcurrency` or `concurrency`). */
export const sharedPlaces = defineFeature('shared-places', ({ runtime }) => {
  const all: DistributedConcurrencyLimiter[] = [];
  const { now } = runtime;
  const instance = randomId();
  const createLimiter: FeatureServices['sharedPlaces'] = (store) => (rule, name) => {
    const slots = new DistributedConcurrencyLimiter(rule, { store, now, instance, name: `at-once:${name}` });
    all.push(slots);
    return slots;
  };
  const settle = async (answer: Awaitable<HttpAnswer>): Promise<void> => {
    // Its failure is answered elsewhere.
    const { working } = await Promise.resolve(answer).catch((): Partial<HttpAnswer> => ({}));
    await working;
    await Promise.all(all.map((slots) => slots.settle()));
  };
  return {
    provides: { sharedPlaces: createLimiter },
    aroundEndpoint: (caller, next) => {
      const answer = next(caller);
      // A platform that ends a request with its answer, or with its client, would end in the middle what gives its slot back.
      caller.exchange.waitUntil?.(settle(answer));
      return answer;
    },
    start: async () => async () => {
      await Promise.all(all.map((slots) => slots.close()));
    },
  };
});
