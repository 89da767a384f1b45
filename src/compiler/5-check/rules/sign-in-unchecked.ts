import { diagnose } from '../../diagnostics/index.ts';
import { issuingOptions } from '../issuing-options.ts';
import { placeOf, type Rule } from '../rule.ts';

/** Without `authenticate` whoever opens the page is whom they say they are. */
export const checkSignInUnchecked: Rule = (model) => {
  const checked = model.server.options?.live.includes('auth.authenticate') === true;
  return issuingOptions(model)?.['mode'] === 'local' && !checked ? [diagnose('sign-in-unchecked', {}, placeOf(model, 'server'))] : [];
};
