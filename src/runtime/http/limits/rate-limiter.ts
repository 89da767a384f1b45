import { andThen, type Awaitable, type Clock } from '../../std/index.ts';
import type { CounterStore } from './counter-store.ts';

export interface RateRule {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/**
 * A sliding window made of two fixed ones: the count of the last window fades out while the running one passes.
 * @returns 0 when the request may pass, else the seconds after which the next one may
 */
export function takeFromWindow(rule: RateRule, key: string, from: { store: CounterStore; now: Clock }): Awaitable<number> {
  const { store, now } = from;
  const time = now();
  const window = { index: Math.floor(time / rule.windowMs), lengthMs: rule.windowMs };
  const passed = time / rule.windowMs - window.index;
  return andThen(store.increment(key, window), ({ current, previous }) => {
    if (current + previous * (1 - passed) <= rule.maxRequests) return 0;
    const seconds = Math.max(1, Math.ceil(secondsUntilFree(rule, { current: current - 1, previous, passed })));
    return andThen(store.decrement(key, window), () => seconds);
  });
}

/** Until what fades out of the last window makes room, or the running window ends. */
function secondsUntilFree(rule: RateRule, at: { current: number; previous: number; passed: number }): number {
  const windowSeconds = rule.windowMs / 1000;
  const room = rule.maxRequests - at.current - 1;
  if (at.previous > 0 && room >= 0) return (1 - room / at.previous - at.passed) * windowSeconds;
  return (1 - at.passed) * windowSeconds;
}
