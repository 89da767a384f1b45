import { limitEndpointConcurrency } from '../http/limits/endpoint-concurrency.ts';
import {
  createIpGate,
  createRateGate,
  limitEndpoint,
  needsCaller,
  type Counting,
  type EndpointLimit,
} from '../http/limits/request-limits.ts';
import { throughGates } from '../http/router.ts';
import { MemoryCounterStore } from '../http/limits/counter-store.ts';
import { looksAtSession } from '../http/limits/partition.ts';
import { readThrottle } from '../http/limits/read-limits.ts';
import { SharedCounterStore } from '../cluster/limits/shared-counter-store.ts';
import { limitTools } from '../http/limits/tool-limits.ts';
import { sessionOwnerOf } from '../mcp/principal.ts';
import { notPlanned } from '../storage/store-errors.ts';
import { readStore, useStore } from '../storage/stores.ts';
import type { SessionIds } from '../mcp/sessions/session-ids.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

/** Rate and concurrency limits and the IP filter (`throttle`, `rateLimit`, `concurrency`), counted in this process or in `throttle.storage`. */
export const throttle = defineFeature('throttle', (parts) => {
  const { logger, runtime } = parts;
  const limits = readThrottle(runtime.declared.throttle);
  const { global, globalConcurrency, ipFilter } = limits;
  if (ipFilter?.trustProxy === true && parts.http.trustedProxies === 0) {
    logger.warn('throttle.ipFilter.trustProxy has no effect of its own: set SERVICE_TRUST_PROXY to the number of proxies');
  }
  const counting = createCounting(parts);
  const early = global !== undefined && !needsCaller(global.partitionBy) ? global : undefined;
  const late = early === undefined ? global : undefined;
  const gates = [
    ...(ipFilter === undefined ? [] : [createIpGate(ipFilter)]),
    ...(early === undefined ? [] : [createRateGate(early, counting)]),
  ];
  const rate = late === undefined ? undefined : limitEndpoint(late, counting);
  const slots = globalConcurrency === undefined ? undefined : limitEndpointConcurrency(globalConcurrency, counting);
  const both: EndpointLimit | undefined =
    rate === undefined || slots === undefined ? (rate ?? slots) : (caller, next) => rate(caller, (passed) => slots(passed, next));
  const bySession = [late, globalConcurrency].some((limit) => limit !== undefined && looksAtSession(limit.partitionBy));
  return {
    around: {
      routes: isSome(gates) ? throughGates(gates) : undefined,
      tool: limitTools(limits, counting),
      endpoint: both && (bySession ? withSession(both, parts.sessionIds) : both),
    },
  };
});

const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

/**
 * A session counts as its own only where the endpoint looks at it (requests of the envelope revisions may carry any), and when its id was made
 * here, for this caller: with a made-up one each, requests would have as many counts as there are ids.
 */
function withSession(limit: EndpointLimit, ids: SessionIds | undefined): EndpointLimit {
  return async (caller, next) => {
    const { auth, exchange } = caller;
    const id = exchange.header('mcp-method') === undefined ? exchange.header('mcp-session-id') : undefined;
    const isOwn = id !== undefined && (await ids?.accepts(id, sessionOwnerOf(auth))) === true;
    return isOwn ? limit({ ...caller, sessionId: id }, next) : limit(caller, next);
  };
}

function createCounting({ environment, runtime, sharedLimiters, stores }: FeatureInput<'throttle'>): Counting {
  const { now } = runtime;
  const { keyPrefix, storage } = runtime.declared.throttle ?? {};
  const options = readStore(stores, storage, { path: 'throttle.storage', variables: environment });
  if (options === undefined) return { store: new MemoryCounterStore(), now };
  const store = keyPrefix === undefined ? useStore(stores, options, 'guard:') : useStore(stores, { ...options, keyPrefix }, '');
  return {
    store: new SharedCounterStore(store),
    now,
    // A limit that counts for itself where others count together would be none.
    createLimiter: sharedLimiters?.(store) ?? refuseToCountAlone(options.kind),
  };
}

const refuseToCountAlone = (kind: string) => (): never => {
  throw notPlanned(kind);
};
