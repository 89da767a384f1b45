import { diagnose } from '../../diagnostics/index.ts';
import { issuingOptions } from '../issuing-options.ts';
import { placeOf, type Rule } from '../rule.ts';

/** Any client at any address: the code goes wherever a link says. */
export const checkSignInOpenClients: Rule = (model) =>
  issuingOptions(model)?.['requireRegisteredClients'] === false ? [diagnose('sign-in-open-clients', {}, placeOf(model, 'server'))] : [];
