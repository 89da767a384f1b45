import type { CimdOptions as CimdDeclared } from '../../../define/client-options.ts';
import { authCimdCacheDefaults, authCimdNetworkDefaults } from '../../../options/generated.ts';

/** `auth.cimd`. */
export interface CimdOptions {
  readonly enabled: boolean;
  readonly cacheType: 'memory' | 'redis';
  /** As declared. */
  readonly cacheRedis: object | undefined;
  readonly defaultTtlMs: number;
  readonly maxTtlMs: number;
  readonly minTtlMs: number;
  readonly publicOnly: boolean;
  readonly allowedDomains: readonly string[] | undefined;
  readonly blockedDomains: readonly string[];
  readonly warnOnLocalhostRedirects: boolean;
  readonly allowInsecure: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly redirectPolicy: 'deny' | 'same-origin' | 'allow';
  readonly maxRedirects: number;
}

/** Options whose types have been checked. */
export function readCimdOptions(cimd: CimdDeclared | undefined): CimdOptions {
  const cache = member(cimd, 'cache');
  const redis = member(cache, 'redis');
  const security = member(cimd, 'security');
  const network = member(cimd, 'network');
  const policy = member(network, 'redirectPolicy');
  const allowInsecure = member(security, 'allowInsecureForTesting') === true;
  return {
    enabled: member(cimd, 'enabled') !== false,
    // A store that is named is meant.
    cacheType: (member(cache, 'type') ?? (isObject(redis) ? 'redis' : 'memory')) === 'redis' ? 'redis' : 'memory',
    cacheRedis: isObject(redis) ? redis : undefined,
    defaultTtlMs: numberOr(member(cache, 'defaultTtlMs'), authCimdCacheDefaults.defaultTtlMs),
    maxTtlMs: numberOr(member(cache, 'maxTtlMs'), authCimdCacheDefaults.maxTtlMs),
    minTtlMs: numberOr(member(cache, 'minTtlMs'), authCimdCacheDefaults.minTtlMs),
    publicOnly: !allowInsecure && member(security, 'blockPrivateIPs') !== false,
    allowedDomains: textsOf(member(security, 'allowedDomains')),
    blockedDomains: textsOf(member(security, 'blockedDomains')) ?? [],
    warnOnLocalhostRedirects: member(security, 'warnOnLocalhostRedirects') !== false,
    allowInsecure,
    timeoutMs: numberOr(member(network, 'timeoutMs'), authCimdNetworkDefaults.timeoutMs),
    maxBytes: numberOr(member(network, 'maxResponseSizeBytes'), authCimdNetworkDefaults.maxResponseSizeBytes),
    redirectPolicy: policy === 'same-origin' || policy === 'allow' ? policy : 'deny',
    maxRedirects: numberOr(member(network, 'maxRedirects'), authCimdNetworkDefaults.maxRedirects),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const member = (value: unknown, key: string): unknown => (isObject(value) ? (Reflect.get(value, key) as unknown) : undefined);

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string').map((item) => item.toLowerCase()) : undefined;
