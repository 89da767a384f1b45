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
