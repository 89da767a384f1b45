import type { LiveEntry } from '../../entries/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { errorResult } from '../../mcp/call/error-result.ts';
import type { Around } from '../../mcp/extensions.ts';
import type { Method, MethodCall } from '../../mcp/protocol.ts';
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

/** Stands before `tools/call`: a call over its tool's limit is an error result that the model can read. */
export function limitTools(throttle: Throttle, counting: Counting): Around {
  const known = new WeakMap<object, ToolLimits>();
  return async (call, next) => {
    const { name } = call.params;
    const { registry } = call.server.runtime;
    const tool = typeof name === 'string' ? registry.findTool(name) : undefined;
    if (tool === undefined) return next(call);
    const limits = known.get(tool) ?? limitsOf(tool, throttle);
    known.set(tool, limits);
    if (limits.rate === undefined && limits.concurrency === undefined) return next(call);
    try {
      return await callWithin(limits, { call, next, counting });
    } catch (failure) {
      if (failure instanceof ServiceError && refusals.has(failure.code)) {
        return errorResult(failure, { runtime: call.server.runtime, name: tool.model.listedName });
      }
      throw failure;
    }
  };
}

const refusals: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'CONCURRENCY_LIMIT', 'QUEUE_TIMEOUT']);

function limitsOf({ declaration: { options }, model }: Pick<LiveEntry, 'declaration' | 'model'>, throttle: Throttle): ToolLimits {
  const concurrency = readConcurrency(options['concurrency']) ?? throttle.defaultConcurrency;
  return {
    id: model.id,
    rate: readRate(options['rateLimit']) ?? throttle.defaultRateLimit,
    concurrency: concurrency === undefined ? undefined : { ...concurrency, places: new Semaphores(concurrency) },
  };
}

async function callWithin(limits: ToolLimits, way: { call: MethodCall; next: Method; counting: Counting }): Promise<object> {
  const { call, counting, next } = way;
  const { auth, http, sessionId } = call.request;
  const caller = { auth, sessionId, clientIp: http.clientIp, tool: limits.id };
  if (limits.rate !== undefined) {
    const key = `tool:${limits.id}:${partitionKey(limits.rate.partitionBy, caller)}`;
    const seconds = await takeFromWindow(limits.rate, key, counting);
    if (seconds > 0) throw new ServiceError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded. Retry after ${seconds} seconds`);
  }
  if (limits.concurrency === undefined) return next(call);
  const place = await limits.concurrency.places.acquire(partitionKey(limits.concurrency.partitionBy, caller));
  if (place === 'full') throw new ServiceError('CONCURRENCY_LIMIT', `No more than ${limits.concurrency.maxConcurrent} calls run at once`);
  if (place === 'late') throw new ServiceError('QUEUE_TIMEOUT', `No place became free within ${limits.concurrency.queueTimeoutMs}ms`);
  try {
    return await next(call);
  } finally {
    place();
  }
}
