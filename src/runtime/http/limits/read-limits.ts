import { fieldsOf } from '../../std/index.ts';
import type { IpFilterRule } from './ip-filter.ts';
import type { PartitionBy } from './partition.ts';
import type { RateRule } from './rate-limiter.ts';
import type { ConcurrencyRule } from './concurrency-limiter.ts';

export interface Partitioned {
  readonly partitionBy: PartitionBy;
}
export type RateLimit = RateRule & Partitioned;
export type ConcurrencyLimit = ConcurrencyRule & Partitioned;

/** The server option `throttle`, defaults applied; forms were checked with the other options. */
export interface Throttle {
  readonly global: RateLimit | undefined;
  readonly globalConcurrency: ConcurrencyLimit | undefined;
  readonly defaultRateLimit: RateLimit | undefined;
  readonly defaultConcurrency: ConcurrencyLimit | undefined;
  readonly ipFilter: DeclaredFilter | undefined;
}

/** Whether it asks for what `SERVICE_TRUST_PROXY` alone decides. */
type DeclaredFilter = IpFilterRule & { readonly trustProxy: boolean };

export function readThrottle(value: unknown): Throttle {
  const options = fieldsOf(value);
  const on = options['enabled'] !== false;
  const at = (key: string): unknown => (on ? options[key] : undefined);
  return {
    global: readRate(at('global')),
    globalConcurrency: readConcurrency(at('globalConcurrency')),
    defaultRateLimit: readRate(at('defaultRateLimit')),
    defaultConcurrency: readConcurrency(at('defaultConcurrency')),
    ipFilter: readIpFilter(at('ipFilter')),
  };
}

export function readRate(value: unknown): RateLimit | undefined {
  const { maxRequests, partitionBy, windowMs } = fieldsOf(value);
  if (typeof maxRequests !== 'number') return undefined;
  return { maxRequests, windowMs: typeof windowMs === 'number' ? windowMs : 60_000, partitionBy: readPartition(partitionBy) };
}

export function readConcurrency(value: unknown): ConcurrencyLimit | undefined {
  const { maxConcurrent, partitionBy, queueTimeoutMs } = fieldsOf(value);
  if (typeof maxConcurrent !== 'number') return undefined;
  return {
    maxConcurrent,
    queueTimeoutMs: typeof queueTimeoutMs === 'number' ? queueTimeoutMs : 0,
    partitionBy: readPartition(partitionBy),
  };
}

function readIpFilter(value: unknown): DeclaredFilter | undefined {
  if (value === undefined) return undefined;
  const { allowList, defaultAction, denyList, trustProxy } = fieldsOf(value);
  return {
    allowList: texts(allowList),
    denyList: texts(denyList),
    defaultAction: defaultAction === 'deny' ? 'deny' : 'allow',
    trustProxy: trustProxy === true,
  };
}

const isPartition = (value: unknown): value is PartitionBy =>
  typeof value === 'function' || value === 'ip' || value === 'session' || value === 'userId';
const readPartition = (value: unknown): PartitionBy => (isPartition(value) ? value : 'global');
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
