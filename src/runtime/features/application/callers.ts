import { untilExpiry } from '../../http/until-expiry.ts';
import type { AroundIdentify, RequestGuard } from './feature.ts';

/** Names callers by a guard, whose streams end with their tokens. */
export const guardedBy =
  (guard: RequestGuard): AroundIdentify =>
  async (exchange, next) => {
    const verdict = (await guard(exchange)) ?? (await next(exchange));
    return 'answer' in verdict ? verdict : { ...verdict, untilExpiry };
  };
