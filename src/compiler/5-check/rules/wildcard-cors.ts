import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Credentials with every origin are refused elsewhere; without them a server in a private network is still read by any page. */
export const checkWildcardCors: Rule = (model) => {
  const cors = model.server.options?.http.cors;
  if (cors === undefined || cors === false) return [];
  const { origin } = cors;
  const isWildcard = origin === true || origin === '*' || (Array.isArray(origin) && origin.includes('*'));
  return isWildcard ? [diagnose('wildcard-cors', { origin: JSON.stringify(origin) }, locationOf(model, 'server'))] : [];
};
