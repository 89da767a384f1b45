import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

const everywhere = new Set(['all', '0.0.0.0', '::', '[::]']);

/** On all interfaces no name is known to be ours unless it is listed. */
export const checkUnlistedHosts: Rule = (model) => {
  const http = model.server.options?.http;
  const address = http?.security.bindAddress;
  if (http === undefined || address === undefined || !everywhere.has(address)) return [];
  const { allowedHosts } = http.security.dnsRebindingProtection;
  if (allowedHosts !== undefined && allowedHosts.length > 0) return [];
  const listedLater = model.server.options?.live.some((path) => path.startsWith('http.security.')) === true;
  return listedLater
    ? []
    : [diagnose('unlisted-hosts', { address: address === 'all' ? 'all interfaces' : address }, locationOf(model, 'server'))];
};
