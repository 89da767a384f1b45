import type { LiveEntry } from '../../entries/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { GuardedToolCall, ToolGuard } from '../../mcp/call/surroundings.ts';
import type { ToolResult } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { Counting } from './http-limits.ts';
import { partitionKey } from './partition.ts';
import { takeFromWindow } from './rate-limiter.ts';
import { readConcurrency, readRate } from './read-limits.ts';
import type { ConcurrencyLimit, RateLimit, Throttle } from './read-limits.ts';
import { Semaphores } from './semaphores.ts';

interface ToolLimits {
  readonly id: string;
  readonly rate: RateLimit | undefined;
  readonly concurrency: (ConcurrencyLimit & { readonly places: Semaphores }) | undefined;
}

/** A call over its tool's limit is an error result that the model can read, whoever calls: a client, a batch, a task or another entry. */
export function limitTools(throttle: Throttle, counting: Counting): ToolGuard {
  const known = new WeakMap<object, ToolLimits>();
  return (call, next) => {
    const { tool } = call;
    const limits = known.get(tool) ?? limitsOf(tool, throttle);
    known.set(tool, limits);
    return limits.rate === undefined && limits.concurrency === undefined ? next() : callWithin(limits, { call, next, counting });
  };
}

function limitsOf({ declaration: { options }, model }: Pick<LiveEntry, 'declaration' | 'model'>, throttle: Throttle): ToolLimits {
  const concurrency = readConcurrency(options['concurrency']) ?? throttle.defaultConcurrency;
  return {
    id: model.id,
    rate: readRate(options['rateLimit']) ?? throttle.defaultRateLimit,
    concurrency: concurrency === undefined ? undefined : { ...concurrency, places: new Semaphores(concurrency) },
  };
}

interface GuardedWay {
  readonly call: GuardedToolCall;
  readonly next: () => Awaitable<ToolResult>;
  readonly counting: Counting;
}

async function callWithin(limits: ToolLimits, way: GuardedWay): Promise<ToolResult> {
  const { call, counting, next } = way;
  const { auth, http, sessionId } = call.request;
  const caller = { auth, sessionId, clientIp: http.clientIp, tool: limits.id };
  if (limits.rate !== undefined) {
    const key = `tool:${limits.id}:${partitionKey(limits.rate.partitionBy, caller)}`;
    const seconds = await takeFromWindow(limits.rate, key, counting);
    if (seconds > 0) throw new ServiceError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded. Retry after ${seconds} seconds`);
  }
  if (limits.concurrency === undefined) return next();
  const place = await limits.concurrency.places.acquire(partitionKey(limits.concurrency.partitionBy, caller));
  if (place === 'full') throw new ServiceError('CONCURRENCY_LIMIT', `No more than ${limits.concurrency.maxConcurrent} calls run at once`);
  if (place === 'late') throw new ServiceError('QUEUE_TIMEOUT', `No place became free within ${limits.concurrency.queueTimeoutMs}ms`);
  try {
    return await next();
  } finally {
    place();
  }
}
