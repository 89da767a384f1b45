import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

const secret = 'JWT_SECRET';

/** In production the server does not start without its secret, and operators read the template, not the sources. */
export const checkSecretUndocumented: Rule = (model) => {
  const { envTemplate } = model;
  const [issuing] = issuingAuths(model.server);
  if (envTemplate === undefined || issuing === undefined || envTemplate.variables.includes(secret)) return [];
  return [diagnose('secret-undocumented', { name: secret, file: envTemplate.file }, locationOfOption(model, issuing.label, 'auth'))];
};
