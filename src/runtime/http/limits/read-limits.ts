import { fieldsOf, type IpBlock, isInBlock, parseIpAddress, parseIpBlock, remember } from '../../std/index.ts';
import type { PartitionBy } from './partition.ts';
import type { RateRule } from './counter-store.ts';
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

export interface IpFilterRule {
  readonly allowList: readonly string[];
  readonly denyList: readonly string[];
  readonly defaultAction: 'allow' | 'deny';
}

/** Addresses whose verdict is known. */
const maxKnown = 1000;

/** Why an address may not call; deny wins over allow, and an address that is unknown is on neither list. */
export function createIpFilter(rule: IpFilterRule): (address: string | undefined) => 'IP_BLOCKED' | 'IP_NOT_ALLOWED' | undefined {
  const [allow, deny] = [blocks(rule.allowList), blocks(rule.denyList)];
  const refusalOf = remember(maxKnown, (address) => {
    const bytes = parseIpAddress(address);
    if (bytes !== undefined && deny.some((block) => isInBlock(bytes, block))) return 'IP_BLOCKED';
    if (bytes !== undefined && allow.some((block) => isInBlock(bytes, block))) return undefined;
    return rule.defaultAction === 'deny' ? 'IP_NOT_ALLOWED' : undefined;
  });
  return (address) => refusalOf(address ?? '');
}

/** The forms were checked with the other options. */
const blocks = (list: readonly string[]): IpBlock[] => list.flatMap((text) => parseIpBlock(text) ?? []);
