import { createIpGate, createRateGate, limitEndpoint, needsCaller, throughGates } from '../http/limits/http-limits.ts';
import type { CounterStore } from '../http/limits/counter-store.ts';
import { MemoryCounterStore } from '../http/limits/memory-counter-store.ts';
import { readThrottle } from '../http/limits/read-limits.ts';
import { SharedCounterStore } from '../http/limits/shared-counter-store.ts';
import { limitTools } from '../http/limits/tool-limits.ts';
import { readStoreOption } from '../storage/store-options.ts';
import type { ApplicationParts } from './application/application-parts.ts';
import { extending } from './application/extend.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { useStore } from '../storage/stores.ts';

/** Rate and concurrency limits and the IP filter (`throttle`, `rateLimit`, `concurrency`), counted in this process or in `throttle.storage`. */
export const throttle: FeatureFactory = (parts): Feature => {
  const { logger, runtime } = parts;
  const limits = readThrottle(runtime.declared['throttle']);
  const { global, globalConcurrency, ipFilter } = limits;
  if (ipFilter !== undefined && ipFilter.allowList.length > 0 && ipFilter.defaultAction === 'allow') {
    logger.warn('throttle.ipFilter.allowList lets nobody less in while defaultAction is allow; set it to deny');
  }
  if (ipFilter?.trustProxy === true && parts.http.trustedProxies === 0) {
    logger.warn('throttle.ipFilter.trustProxy has no effect of its own: set SERVICE_TRUST_PROXY to the number of proxies');
  }
  const counting = { store: createCounterStore(parts), now: runtime.now };
  const early = global !== undefined && !needsCaller(global.partitionBy) ? global : undefined;
  const late = early === undefined ? global : undefined;
  const gates = [
    ...(ipFilter === undefined ? [] : [createIpGate(ipFilter)]),
    ...(early === undefined ? [] : [createRateGate(early, counting)]),
  ];
  return {
    name: 'throttle',
    ...(isSome(gates) ? { aroundRoutes: throughGates(gates) } : {}),
    ...(late === undefined && globalConcurrency === undefined
      ? {}
      : { aroundEndpoint: limitEndpoint({ rate: late, concurrency: globalConcurrency }, counting) }),
    extend: extending({ toolGuard: limitTools(limits, counting) }),
  };
};

const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

function createCounterStore({ environment, runtime, stores }: ApplicationParts): CounterStore {
  const throttle = runtime.declared['throttle'];
  const at = (key: string): unknown => (typeof throttle === 'object' && throttle !== null ? Reflect.get(throttle, key) : undefined);
  const options = readStoreOption(at('storage'), { path: 'throttle.storage', variables: environment });
  if (options === undefined) return new MemoryCounterStore();
  const prefix = at('keyPrefix');
  return new SharedCounterStore(
    typeof prefix === 'string' ? useStore(stores, { ...options, keyPrefix: prefix }, '') : useStore(stores, options, 'guard:'),
  );
}
