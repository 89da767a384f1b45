import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

const option = 'requireRegisteredClients';

/** Any client at any address: the code goes wherever a link says. */
export const checkSignInOpenClients: Rule = (model) =>
  issuingAuths(model.server)
    .filter(({ options }) => options[option] === false)
    .map(({ label }) => diagnose('sign-in-open-clients', {}, locationOfOption(model, label, `auth.${option}`)));
