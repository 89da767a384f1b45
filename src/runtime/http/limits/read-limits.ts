import { type IpBlock, isInBlock, parseIpAddress, parseIpBlock, remember } from '../../std/index.ts';
import type { ConcurrencyOptions, RateLimitOptions, ThrottleOptions } from '../../define/operations-options.ts';
import {
  throttleDefaults,
  throttleGlobalConcurrencyDefaults as concurrencyDefaults,
  throttleGlobalDefaults as rateDefaults,
  throttleIpFilterDefaults,
} from '../../options/generated.ts';
import { withDefaults } from '../../options/with-defaults.ts';

export type Throttle = ReturnType<typeof readThrottle>;
export type RateLimit = NonNullable<ReturnType<typeof readRate>>;
export type ConcurrencyLimit = NonNullable<ReturnType<typeof readConcurrency>>;

/** The server option `throttle`. */
export function readThrottle(declared?: ThrottleOptions) {
  const throttle = withDefaults(declared, throttleDefaults);
  const { defaultConcurrency, defaultRateLimit, global, globalConcurrency, ipFilter }: ThrottleOptions = throttle.enabled ? throttle : {};
  return {
    global: readRate(global),
    globalConcurrency: readConcurrency(globalConcurrency),
    defaultRateLimit: readRate(defaultRateLimit),
    defaultConcurrency: readConcurrency(defaultConcurrency),
    ipFilter: ipFilter && withDefaults(ipFilter, { allowList: [], denyList: [], ...throttleIpFilterDefaults }),
  };
}

export const readRate = (limit: RateLimitOptions | undefined) => limit && withDefaults(limit, rateDefaults);

export const readConcurrency = (limit: ConcurrencyOptions | undefined) => limit && withDefaults(limit, concurrencyDefaults);

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
