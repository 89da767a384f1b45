import { ServiceError } from '../errors/index.ts';
import { createIpGate, createRateGate, limitEndpoint, needsCaller } from '../http/limits/http-limits.ts';
import { MemoryCounterStore } from '../http/limits/memory-counter-store.ts';
import { readThrottle } from '../http/limits/read-limits.ts';
import { limitTools } from '../http/limits/tool-limits.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Rate and concurrency limits and the IP filter (`throttle`, `rateLimit`, `concurrency`), counted in this process. */
export const throttle: FeatureFactory = ({ logger, runtime }): Feature => {
  const limits = readThrottle(runtime.declared['throttle']);
  const { global, globalConcurrency, ipFilter } = limits;
  if (hasStorage(runtime.declared['throttle'])) {
    throw new ServiceError('CONFIG_INVALID', 'throttle.storage is not served yet: limits count in each process by itself', {
      expose: true,
    });
  }
  if (ipFilter !== undefined && ipFilter.allowList.length > 0 && ipFilter.defaultAction === 'allow') {
    logger.warn('throttle.ipFilter.allowList lets nobody less in while defaultAction is allow; set it to deny');
  }
  const counting = { store: new MemoryCounterStore(), now: runtime.now };
  const early = global !== undefined && !needsCaller(global.partitionBy) ? global : undefined;
  const late = early === undefined ? global : undefined;
  return {
    name: 'throttle',
    gates: [...(ipFilter === undefined ? [] : [createIpGate(ipFilter)]), ...(early === undefined ? [] : [createRateGate(early, counting)])],
    ...(late === undefined && globalConcurrency === undefined
      ? {}
      : { aroundEndpoint: limitEndpoint({ rate: late, concurrency: globalConcurrency }, counting) }),
    toolGuard: limitTools(limits, counting),
  };
};

const hasStorage = (throttle: unknown): boolean =>
  typeof throttle === 'object' && throttle !== null && 'storage' in throttle && throttle.storage !== undefined;
