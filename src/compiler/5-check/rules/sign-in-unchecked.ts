import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOfOption, type Rule } from '../rule.ts';

/** Without `authenticate`, anyone who opens the page signs in as anyone. */
export const checkSignInUnchecked: Rule = (model) =>
  issuingAuths(model.server)
    .filter(({ live, options: { mode } }) => mode === 'local' && !live.includes('auth.authenticate'))
    .map(({ label }) => diagnose('sign-in-unchecked', {}, placeOfOption(model, label, 'auth')));
