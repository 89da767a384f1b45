import { rowOf } from '../../errors/index.ts';
import { andThen, type Awaitable, type Clock } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerRpcError } from '../answers.ts';
import { answerJson } from '../../web/json-answer.ts';
import { isSignInPath } from '../sign-in-paths.ts';
import { placed, type Gate } from '../request-place.ts';
import type { AuthenticatedExchange } from '../transports/authenticated-exchange.ts';
import type { CounterStore } from './counter-store.ts';
import { createIpFilter } from './ip-filter.ts';
import type { IpFilterRule } from './ip-filter.ts';
import { createPartition } from './partition.ts';
import type { Caller, PartitionBy } from './partition.ts';
import { takeFromWindow } from './rate-limiter.ts';
import type { ConcurrencyLimit, RateLimit } from './read-limits.ts';
import { Semaphores } from './semaphores.ts';

export interface Counting {
  readonly store: CounterStore;
  readonly now: Clock;
}

/** Refuses addresses, on every path (ruling 13). */
export function createIpGate(rule: IpFilterRule): Gate {
  const refusalOf = createIpFilter(rule);
  return (exchange) => {
    const code = refusalOf(exchange.peerAddress);
    return code === undefined
      ? undefined
      : answerJson(403, { error: 'Forbidden', code, message: 'Requests from your address are not answered' });
  };
}

/** Asks gates in order before anything else is done; the first answer ends a request. */
export function throughGates(gates: readonly [Gate, ...Gate[]]) {
  const gate = gates.reduce(inOrder);
  return placed((exchange, place, next) => andThen(gate(exchange, place), (refusal) => refusal ?? next(exchange)));
}

const inOrder =
  (first: Gate, second: Gate): Gate =>
  (exchange, place) =>
    andThen(first(exchange, place), (refusal) => refusal ?? second(exchange, place));

/** Limits that need to know who calls are asked at the endpoint, all others before anything else is done. */
export const needsCaller = (partitionBy: PartitionBy): boolean => partitionBy === 'userId' || partitionBy === 'session';

/** Counts every request but those that nobody may be locked out of, and those of clients that look for a way to sign in. */
export function createRateGate(limit: RateLimit, counting: Counting): Gate {
  const keyOf = createPartition(limit.partitionBy, 'http:');
  return (exchange, place) =>
    place.unlimited || (place.kind !== 'endpoint' && isSignInPath(exchange.path))
      ? undefined
      : andThen(takeFromWindow(limit, keyOf({ clientIp: exchange.peerAddress }), counting), refuseAfter);
}

type Endpoint = (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;

/** The endpoint under the limits of who calls. */
export function limitEndpoint(
  limits: { readonly rate: RateLimit | undefined; readonly concurrency: ConcurrencyLimit | undefined },
  counting: Counting,
): (caller: AuthenticatedExchange, next: Endpoint) => Awaitable<HttpAnswer> {
  const { concurrency, rate } = limits;
  const enter = concurrency === undefined ? (caller: AuthenticatedExchange, next: Endpoint) => next(caller) : takePlaces(concurrency);
  if (rate === undefined) return enter;
  const keyOf = createPartition(rate.partitionBy, 'http:');
  return (caller, next) =>
    andThen(takeFromWindow(rate, keyOf(new EndpointCaller(caller)), counting), (seconds) => refuseAfter(seconds) ?? enter(caller, next));
}

function takePlaces(limit: ConcurrencyLimit): (caller: AuthenticatedExchange, next: Endpoint) => Awaitable<HttpAnswer> {
  const places = new Semaphores(limit);
  const keyOf = createPartition(limit.partitionBy);
  return (caller, next) => {
    if (!isWork(caller.exchange)) return next(caller);
    return andThen(places.acquire(keyOf(new EndpointCaller(caller))), (place) =>
      typeof place === 'string'
        ? answerTooMany('Too many requests at once. Retry after 1 seconds', 1)
        : holdPlace(place, () => next(caller)),
    );
  };
}

/** Keeps a place for as long as the answer takes; a request that fails has had it too. */
function holdPlace(release: () => void, answer: () => Awaitable<HttpAnswer>): Awaitable<HttpAnswer> {
  const fail = (failure: unknown): never => {
    release();
    throw failure;
  };
  try {
    const answered = answer();
    return answered instanceof Promise ? answered.then((settled) => releaseAtEnd(settled, release), fail) : releaseAtEnd(answered, release);
  } catch (failure) {
    return fail(failure);
  }
}

/** Streams that wait for news are no work, and would hold their place for ever. */
function isWork(exchange: HttpExchange): boolean {
  return exchange.method === 'POST' && exchange.header('mcp-method') !== 'subscriptions/listen';
}

/** Of a request at the endpoint; read from it only as far as somebody asks. */
class EndpointCaller implements Caller {
  readonly #of: AuthenticatedExchange;

  constructor(of: AuthenticatedExchange) {
    this.#of = of;
  }

  get auth(): Caller['auth'] {
    return this.#of.auth;
  }

  get clientIp(): string | undefined {
    return this.#of.exchange.peerAddress;
  }

  /** A session's id counts as its own only where the endpoint looks at it: requests of the envelope revisions may carry any. */
  get sessionId(): string | undefined {
    const { exchange, sessionId } = this.#of;
    return sessionId ?? (exchange.header('mcp-method') === undefined ? exchange.header('mcp-session-id') : undefined);
  }
}

function releaseAtEnd(answer: HttpAnswer, release: () => void): HttpAnswer {
  const { body, working } = answer;
  if (working !== undefined) {
    void working.then(release);
    return answer;
  }
  if (typeof body !== 'function') {
    release();
    return answer;
  }
  return {
    ...answer,
    body: (stream) => {
      stream.onEnd(release);
      body(stream);
    },
  };
}

function refuseAfter(seconds: number): HttpAnswer | undefined {
  return seconds === 0 ? undefined : answerTooMany(`Rate limit exceeded. Retry after ${seconds} seconds`, seconds);
}

function answerTooMany(message: string, seconds: number): HttpAnswer {
  const answer = answerRpcError(429, { code: rowOf('RATE_LIMIT_EXCEEDED').rpcCode, message });
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds), 'cache-control': 'no-store' } };
}
