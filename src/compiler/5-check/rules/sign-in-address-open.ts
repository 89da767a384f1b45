import { issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

const loopback = /^(?:loopback|localhost|::1|127(?:\.\d{1,3}){3})$/;

/** Without a pinned address a forged `Host` names the issuer and the audience of tokens. */
export const checkSignInAddressOpen: Rule = (model) => {
  const security = model.server.options?.http.security;
  if (security?.bindAddress === undefined || loopback.test(security.bindAddress)) return [];
  const [issuing] = issuingAuths(model.server);
  if (issuing === undefined) return [];
  const { allowedHosts = [] } = security.dnsRebindingProtection;
  const listedLater = model.server.options?.live.some((path) => path.startsWith('http.security.')) === true;
  return allowedHosts.length > 0 || listedLater
    ? []
    : [diagnose('sign-in-address-open', {}, locationOfOption(model, issuing.label, 'auth'))];
};
