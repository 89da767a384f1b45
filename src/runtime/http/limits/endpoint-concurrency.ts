import { isAfterHandshakes } from '../../mcp/mcp-server.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { Hold, LocalConcurrencyLimiter, type Release } from './concurrency-limiter.ts';
import { answerTooMany, type Counting, type EndpointLimit } from './request-limits.ts';
import { createPartition, EndpointCaller } from './partition.ts';
import type { ConcurrencyLimit } from './read-limits.ts';

/** Limits the requests that run at the endpoint at once. */
export function limitEndpointConcurrency(limit: ConcurrencyLimit, { createLimiter }: Counting): EndpointLimit {
  const slots = createLimiter?.(limit, 'http:') ?? new LocalConcurrencyLimiter(limit);
  const keyOf = createPartition(limit.partitionBy);
  return async (caller, next) => {
    const { exchange } = caller;
    if (!isWork(exchange)) return next(caller);
    const slot = await slots.acquire(keyOf(new EndpointCaller(caller)), exchange);
    if (typeof slot === 'string') return answerTooMany('Too many requests at once. Retry after 1 seconds', 1);
    const hold = new Hold(slot);
    exchange.hold = hold;
    try {
      return await releaseAtEnd(await next(caller), hold.end);
    } catch (failure) {
      // A request that fails has had its slot too.
      void hold.end();
      throw failure;
    }
  };
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

/** Keeps a slot for as long as the answer takes. */
async function releaseAtEnd(answer: HttpAnswer, release: Release): Promise<HttpAnswer> {
  const { body, working } = answer;
  if (working !== undefined) {
    void working.then(release);
    return answer;
  }
  if (typeof body !== 'function') {
    await release();
    return answer;
  }
  return {
    ...answer,
    body: (stream) => {
      stream.onEnd(() => void release());
      body(stream);
    },
  };
}
