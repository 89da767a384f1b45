import { SharedPlaces } from '../http/limits/shared-places.ts';
import { randomId } from '../std/index.ts';
import type { Awaitable } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import type { FeatureServices } from './application/services.ts';
import { defineFeature } from './application/define-feature.ts';

/** How many calls run at once, of all instances together (`throttle.storage` beside `globalConcurrency` or `concurrency`). */
export const sharedPlaces = defineFeature('shared-places', ({ runtime }) => {
  const all: SharedPlaces[] = [];
  const { now } = runtime;
  const instance = randomId();
  const openPlaces: FeatureServices['sharedPlaces'] = (store) => (rule, name) => {
    const places = new SharedPlaces(rule, { store, now, instance, name: `at-once:${name}` });
    all.push(places);
    return places;
  };
  const settle = async (answer: Awaitable<HttpAnswer>): Promise<void> => {
    // Its failure is answered elsewhere.
    const { working } = await Promise.resolve(answer).catch((): Partial<HttpAnswer> => ({}));
    await working;
    await Promise.all(all.map((places) => places.settle()));
  };
  return {
    provides: { sharedPlaces: openPlaces },
    aroundEndpoint: (caller, next) => {
      const answer = next(caller);
      // A platform that ends a request with its answer, or with its client, would end in the middle what gives its place back.
      caller.exchange.outlive?.(settle(answer));
      return answer;
    },
    start: async () => async () => {
      await Promise.all(all.map((places) => places.close()));
    },
  };
});
