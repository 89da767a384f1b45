import type { ToolMetadata } from '../../define/entry-metadata.ts';
import type { LiveEntry } from '../../entries/index.ts';
import { listedError } from '../../errors/index.ts';
import type { GuardedToolCall, ToolGuard } from '../../mcp/call/call-pipeline.ts';
import type { ToolResult } from '../../model/index.ts';
import type { Counting } from './request-limits.ts';
import { type Caller, createPartition } from './partition.ts';
import { takeFromWindow } from './counter-store.ts';
import { type ConcurrencyLimit, type RateLimit, readConcurrency, readRate, type Throttle } from './read-limits.ts';
import { type ConcurrencyLimiter, Hold, LocalConcurrencyLimiter } from './concurrency-limiter.ts';

interface ToolLimits {
  readonly id: string;
  /** Name in errors to callers. */
  readonly name: string;
  readonly counting: Counting;
  readonly rate: (RateLimit & Keyed) | undefined;
  readonly concurrency: (ConcurrencyLimit & Keyed & { readonly slots: ConcurrencyLimiter }) | undefined;
}

interface Keyed {
  readonly keyOf: (caller: Caller) => string;
}

type Next = Parameters<ToolGuard>[1];

/** A call over its tool's limit is an error result that the model can read, for every kind of caller: client, batch, task or another entry. */
export function limitTools(throttle: Throttle, counting: Counting): ToolGuard {
  const known = new WeakMap<object, ToolLimits>();
  const limiterOf = keepLimiters(counting);
  return (call, next) => {
    const { tool } = call;
    let limits = known.get(tool);
    if (limits === undefined) known.set(tool, (limits = limitsOf(tool, throttle, { counting, limiterOf })));
    return limits.rate === undefined && limits.concurrency === undefined ? next(call.request) : callWithin(limits, call, next);
  };
}

type LimiterOf = (id: string, limit: ConcurrencyLimit) => ConcurrencyLimiter;

/** Limiters of tools that are kept. */
const maxLimiters = 10_000;

/** By the id of a tool: an entry that takes the place of another while the server runs has no slots beside those that are taken. */
function keepLimiters({ createLimiter }: Counting): LimiterOf {
  const limiters = new Map<string, ConcurrencyLimiter>();
  return (id, limit) => {
    const key = JSON.stringify([id, limit.maxConcurrent, limit.queueTimeoutMs]);
    const limiter = limiters.get(key) ?? createLimiter?.(limit, `tool:${id}:`) ?? new LocalConcurrencyLimiter(limit);
    limiters.set(key, limiter);
    if (limiters.size > maxLimiters) limiters.delete(limiters.keys().next().value ?? '');
    return limiter;
  };
}

function limitsOf(
  { declaration: { options }, model }: Pick<LiveEntry, 'declaration' | 'model'>,
  throttle: Throttle,
  { counting, limiterOf }: { readonly counting: Counting; readonly limiterOf: LimiterOf },
): ToolLimits {
  const { id, listedName: name } = model;
  const own: Pick<ToolMetadata, 'rateLimit' | 'concurrency'> = options;
  const rate = readRate(own.rateLimit) ?? throttle.defaultRateLimit;
  const concurrency = readConcurrency(own.concurrency) ?? throttle.defaultConcurrency;
  return {
    id,
    name,
    counting,
    rate: rate === undefined ? undefined : { ...rate, keyOf: createPartition(rate.partitionBy, `tool:${id}:`) },
    concurrency:
      concurrency === undefined
        ? undefined
        : {
            ...concurrency,
            keyOf: createPartition(concurrency.partitionBy),
            slots: limiterOf(id, concurrency),
          },
  };
}

async function callWithin(limits: ToolLimits, call: GuardedToolCall, next: Next): Promise<ToolResult> {
  const { counting, id, rate } = limits;
  const { auth, http, sessionId } = call.request;
  const caller = { auth, sessionId, clientIp: http.peerAddress, tool: id };
  const seconds = rate === undefined ? 0 : await takeFromWindow(rate, rate.keyOf(caller), counting);
  if (seconds > 0) throw listedError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded. Retry after ${seconds} seconds`);
  return runWithin(limits, caller, { call, next });
}

async function runWithin(
  { concurrency: limit, name }: ToolLimits,
  caller: Caller,
  { call, next }: { readonly call: GuardedToolCall; readonly next: Next },
): Promise<ToolResult> {
  const { request } = call;
  if (limit === undefined) return next(request);
  const slot = await limit.slots.acquire(limit.keyOf(caller), request.channel);
  if (slot === 'full') throw listedError('CONCURRENCY_LIMIT', `Concurrency limit reached for "${name}" (max: ${limit.maxConcurrent})`);
  if (slot === 'late') throw listedError('QUEUE_TIMEOUT', `No place became free within ${limit.queueTimeoutMs}ms`);
  const hold = new Hold(slot, request.hold);
  try {
    return await next({ ...request, hold });
  } finally {
    // Answered once others may have the slot: the client's next call may come to another instance.
    await hold.end();
  }
}
