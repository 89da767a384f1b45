import { isAfterHandshakes } from '../../mcp/mcp-server.ts';
import { andThen, type Awaitable } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { Hold } from './hold.ts';
import { answerTooMany, EndpointCaller, type Counting, type EndpointLimit } from './http-limits.ts';
import { createPartition } from './partition.ts';
import type { Release } from './places.ts';
import type { ConcurrencyLimit } from './read-limits.ts';
import { Semaphores } from './semaphores.ts';

/** So many requests at the endpoint at once. */
export function takePlaces(limit: ConcurrencyLimit, { openPlaces }: Counting): EndpointLimit {
  const places = openPlaces?.(limit, 'http:') ?? new Semaphores(limit);
  const keyOf = createPartition(limit.partitionBy);
  return (caller, next) => {
    const { exchange } = caller;
    if (!isWork(exchange)) return next(caller);
    return andThen(places.acquire(keyOf(new EndpointCaller(caller)), exchange), (place) => {
      if (typeof place === 'string') return answerTooMany('Too many requests at once. Retry after 1 seconds', 1);
      const hold = new Hold(place);
      exchange.hold = hold;
      return holdPlace(hold.end, () => next(caller));
    });
  };
}

/** Keeps a place for as long as the answer takes; a request that fails has had it too. */
function holdPlace(release: Release, answer: () => Awaitable<HttpAnswer>): Awaitable<HttpAnswer> {
  const fail = (failure: unknown): never => {
    void release();
    throw failure;
  };
  try {
    const answered = answer();
    return answered instanceof Promise ? answered.then((settled) => releaseAtEnd(settled, release), fail) : releaseAtEnd(answered, release);
  } catch (failure) {
    return fail(failure);
  }
}

/**
 * Streams that wait for news are no work, and would hold their place for ever. The header is believed only where it has to say what the body
 * does: anybody could write it over a call of an older revision, which nobody compares, and be counted nowhere.
 */
function isWork(exchange: HttpExchange): boolean {
  return (
    exchange.method === 'POST' &&
    (exchange.header('mcp-method')?.trim() !== 'subscriptions/listen' ||
      !isAfterHandshakes(exchange.header('mcp-protocol-version')?.trim() ?? ''))
  );
}

function releaseAtEnd(answer: HttpAnswer, release: Release): Awaitable<HttpAnswer> {
  const { body, working } = answer;
  if (working !== undefined) {
    void working.then(release);
    return answer;
  }
  if (typeof body !== 'function') return andThen<void, HttpAnswer>(release(), () => answer);
  return {
    ...answer,
    body: (stream) => {
      stream.onEnd(() => void release());
      body(stream);
    },
  };
}
