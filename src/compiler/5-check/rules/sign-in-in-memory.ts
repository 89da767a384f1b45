import { diagnose } from '../../diagnostics/index.ts';
import { issuingOptions } from '../issuing-options.ts';
import { placeOf, type Rule } from '../rule.ts';

/** A platform that starts and ends instances as it likes shows the page on one and gets the form on another. */
export const checkSignInInMemory: Rule = (model, target) => {
  const auth = issuingOptions(model);
  if (auth === undefined || target === undefined || target.supports.longSessions) return [];
  const storage = auth['tokenStorage'] ?? 'memory';
  return storage === 'memory' ? [diagnose('sign-in-in-memory', { target: target.name }, placeOf(model, 'server'))] : [];
};
