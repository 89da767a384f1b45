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
  const windows = now() / rule.windowMs;
  const window = { index: Math.floor(windows), lengthMs: rule.windowMs };
  const passed = windows - window.index;
  return andThen(store.increment(key, window), ({ current, previous }) => {
    if (current + previous * (1 - passed) <= rule.maxRequests) return 0;
    const seconds = Math.max(1, Math.ceil(secondsUntilFree(rule, { current: current - 1, previous, passed })));
    return andThen(store.decrement(key, window), () => seconds);
  });
}

/** Seconds until the last window has faded enough; when the running window is full by itself, until that one fades. */
function secondsUntilFree({ maxRequests, windowMs }: RateRule, at: { current: number; previous: number; passed: number }): number {
  const others = maxRequests - 1;
  const windows = at.current <= others ? 1 - (others - at.current) / at.previous : 2 - others / at.current;
  return ((windows - at.passed) * windowMs) / 1000;
}
