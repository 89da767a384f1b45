import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** Without `authenticate`, anyone who opens the page signs in as anyone. */
export const checkSignInUnchecked: Rule = (model) =>
  issuingAuths(model.server)
    .filter(({ live, options: { mode } }) => mode === 'local' && !live.includes('auth.authenticate'))
    .map(({ label }) => diagnose('sign-in-unchecked', {}, locationOfOption(model, label, 'auth')));
