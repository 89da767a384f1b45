import { diagnose } from '../../diagnostics/index.ts';
import { issuingOptions } from '../issuing-options.ts';
import { placeOf, type Rule } from '../rule.ts';

const secret = 'JWT_SECRET';

/** In production the server does not start without its secret: whoever deploys it reads the template, not the sources. */
export const checkSecretUndocumented: Rule = (model) => {
  const { envTemplate } = model;
  if (envTemplate === undefined || issuingOptions(model) === undefined || envTemplate.variables.includes(secret)) return [];
  return [diagnose('secret-undocumented', { name: secret, file: envTemplate.file }, placeOf(model, 'server'))];
};
