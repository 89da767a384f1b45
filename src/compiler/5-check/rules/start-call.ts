import { diagnose } from '../../diagnostics/index.ts';
import { insteadOfStart, insteadOfStartThere } from '../../model/start-functions.ts';
import type { Rule } from '../rule.ts';

/** A bundle starts its own server when the sources say so; anything else that starts or connects a server is not in it. */
export const checkStartCall: Rule = ({ startCalls = [] }, target) =>
  startCalls.flatMap(({ name, span, startsServer }) => {
    const isThere = target === undefined || target.host.whenCalled !== undefined;
    if (startsServer && isThere) return [];
    return [diagnose('start-call', { name, instead: isThere ? insteadOfStart(name) : insteadOfStartThere }, { span })];
  });
