import { rowOf } from '../../errors/index.ts';
import type { Clock } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerRpcError } from '../answers.ts';
import { answerJson } from '../../web/json-answer.ts';
import { isSignInPath } from '../sign-in-paths.ts';
import type { Gate } from '../router.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import { type CounterStore, takeFromWindow } from './counter-store.ts';
import { createIpFilter, type IpFilterRule, type RateLimit } from './read-limits.ts';
import { createPartition, EndpointCaller, type PartitionBy } from './partition.ts';
import type { ConcurrencyRule, ConcurrencyLimiter } from './concurrency-limiter.ts';

export interface Counting {
  readonly store: CounterStore;
  readonly now: Clock;
  /** Present where instances share how many run at once. @param name begins the keys */
  readonly createLimiter?: ((rule: ConcurrencyRule, name: string) => ConcurrencyLimiter) | undefined;
}

/** Refuses addresses, on every path. */
export function createIpGate(rule: IpFilterRule): Gate {
  const refusalOf = createIpFilter(rule);
  return (exchange) => {
    const code = refusalOf(exchange.peerAddress);
    return code === undefined
      ? undefined
      : answerJson(403, { error: 'Forbidden', code, message: 'Requests from your address are not answered' });
  };
}

/** Limits by caller run at the endpoint, all others before anything else. */
export const needsCaller = (partitionBy: PartitionBy): boolean => partitionBy === 'userId' || partitionBy === 'session';

/** Counts every request except paths that must stay reachable, and discovery by clients that sign in. */
export function createRateGate(limit: RateLimit, counting: Counting): Gate {
  const keyOf = createPartition(limit.partitionBy, 'http:');
  return async (exchange, target) =>
    target.unlimited || (target.kind !== 'endpoint' && isSignInPath(exchange.path))
      ? undefined
      : refuseAfter(await takeFromWindow(limit, keyOf({ clientIp: exchange.peerAddress }), counting));
}

type Endpoint = (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;
/** Middleware of the endpoint that counts by caller: calls `next` or refuses. */
export type EndpointLimit = (caller: AuthenticatedExchange, next: Endpoint) => Promise<HttpAnswer>;

/** A rate limit by caller. */
export function limitEndpoint(rate: RateLimit, counting: Counting): EndpointLimit {
  const keyOf = createPartition(rate.partitionBy, 'http:');
  return async (caller, next) => refuseAfter(await takeFromWindow(rate, keyOf(new EndpointCaller(caller)), counting)) ?? next(caller);
}

function refuseAfter(seconds: number): HttpAnswer | undefined {
  return seconds === 0 ? undefined : answerTooMany(`Rate limit exceeded. Retry after ${seconds} seconds`, seconds);
}

export function answerTooMany(message: string, seconds: number): HttpAnswer {
  const answer = answerRpcError(429, { code: rowOf('RATE_LIMIT_EXCEEDED').rpcCode, message });
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds), 'cache-control': 'no-store' } };
}
