import { anonymousCaller } from '../../define/create-auth-context.ts';
import { identifyNobody } from '../../http/handler.ts';
import { untilExpiry } from '../../http/until-expiry.ts';
import type { AroundIdentify, Callers, Feature, Identify, Identifying, RequestGuard } from './feature.ts';

/** A guard that names callers, with the code that asks guards: a server without any has neither. */
export const guardedBy = (guard: RequestGuard): Callers => ({ guards: [guard], identifyAll });

/** Stands before the guards, whether there are any or not. */
export const watchedBy = (around: AroundIdentify): Callers => ({ guards: [], around, identifyAll });

function identifyAll(features: readonly Feature[], declaresAuth: boolean): Identifying {
  const guards = features.flatMap(({ callers }) => callers?.guards ?? []);
  let { identify } = guards.length === 0 ? identifyNobody(features, declaresAuth) : { identify: askAll(guards) };
  for (const { callers } of features.toReversed()) {
    const around = callers?.around;
    const next = identify;
    if (around !== undefined) identify = (exchange) => around(exchange, next);
  }
  return { identify, untilExpiry };
}

const askAll =
  (guards: readonly RequestGuard[]): Identify =>
  async (exchange) => {
    for (const guard of guards) {
      const verdict = await guard(exchange);
      if (verdict !== undefined) return verdict;
    }
    return { auth: anonymousCaller };
  };
