import { isAfterHandshakes } from '../../mcp/mcp-server.ts';
import { andThen, type Awaitable } from '../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { Hold, LocalConcurrencyLimiter, type Release } from './concurrency-limiter.ts';
import { answerTooMany, type Counting, type EndpointLimit } from './request-limits.ts';
import { createPartition, EndpointCaller } from './partition.ts';
import type { ConcurrencyLimit } from './read-limits.ts';

/** Limits the requests that run at the endpoint at once. */
export function limitEndpointConcurrency(limit: ConcurrencyLimit, { createLimiter }: Counting): EndpointLimit {
  const slots = createLimiter?.(limit, 'http:') ?? new LocalConcurrencyLimiter(limit);
  const keyOf = createPartition(limit.partitionBy);
  return (caller, next) => {
    const { exchange } = caller;
    if (!isWork(exchange)) return next(caller);
    return andThen(slots.acquire(keyOf(new EndpointCaller(caller)), exchange), (slot) => {
      if (typeof slot === 'string') return answerTooMany('Too many requests at once. Retry after 1 seconds', 1);
      const hold = new Hold(slot);
      exchange.hold = hold;
      return holdSlot(hold.end, () => next(caller));
    });
  };
}

/** Keeps a slot for as long as the answer takes; a request that fails has had it too. */
function holdSlot(release: Release, answer: () => Awaitable<HttpAnswer>): Awaitable<HttpAnswer> {
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
 * Streams that wait for changes would hold a slot for ever, so they are not counted. The header counts only where a check compares it with
 * the body: on a call of an older revision a caller could set it and escape the limit.
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
