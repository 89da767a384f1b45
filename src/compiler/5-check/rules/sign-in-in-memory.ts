import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** A platform that starts and ends instances as it likes shows the page on one and gets the form on another. */
export const checkSignInInMemory: Rule = (model, target) => {
  if (target === undefined || target.supports.longSessions) return [];
  return issuingAuths(model.server)
    .filter(({ options }) => (options['tokenStorage'] ?? 'memory') === 'memory')
    .map(({ label }) => diagnose('sign-in-in-memory', { target: target.name }, locationOfOption(model, label, 'auth.tokenStorage')));
};
