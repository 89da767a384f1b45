import { declaredAuths, isJsonObject, issuingAuths, jsonMember, type Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** Without `authenticate`, anyone who opens the page signs in as anyone. */
export const checkSignInUnchecked: Rule = (model) =>
  issuingAuths(model.server)
    .filter(({ live, options: { mode } }) => mode === 'local' && !live.includes('auth.authenticate'))
    .map(({ label }) => diagnose('sign-in-unchecked', {}, locationOfOption(model, label, 'auth')));

/** Any client at any address: the code goes wherever a link says. */
export const checkSignInOpenClients: Rule = (model) =>
  issuingAuths(model.server)
    .filter(({ options }) => options['requireRegisteredClients'] === false)
    .map(({ label }) => diagnose('sign-in-open-clients', {}, locationOfOption(model, label, 'auth.requireRegisteredClients')));

/** A platform that starts and ends instances as it likes shows the page on one and gets the form on another. */
export const checkSignInInMemory: Rule = (model, target) => {
  if (target === undefined || target.supports.longSessions) return [];
  return issuingAuths(model.server)
    .filter(({ options }) => (options['tokenStorage'] ?? 'memory') === 'memory')
    .map(({ label }) => diagnose('sign-in-in-memory', { target: target.name }, locationOfOption(model, label, 'auth.tokenStorage')));
};

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

const secret = 'JWT_SECRET';

/** In production the server does not start without its secret, and operators read the template, not the sources. */
export const checkSecretUndocumented: Rule = (model) => {
  const { envTemplate } = model;
  const [issuing] = issuingAuths(model.server);
  if (envTemplate === undefined || issuing === undefined || envTemplate.variables.includes(secret)) return [];
  return [diagnose('secret-undocumented', { name: secret, file: envTemplate.file }, locationOfOption(model, issuing.label, 'auth'))];
};

/** A scope that a refusal asks for and no token can carry sends clients round and round. */
export const checkScopeNotAllowed: Rule = (model) => {
  const authorities = model.server.options?.rest['authorities'];
  if (!isJsonObject(authorities)) return [];
  const named = [...new Set(textsIn(authorities['scopeMapping']))];
  return issuingAuths(model.server).flatMap(({ label, options }) => {
    const allowed = textsIn(options['allowedScopes'] ?? ['openid', 'profile', 'email', 'offline_access']);
    return named
      .filter((scope) => !allowed.some((entry) => covers(entry, scope)))
      .map((scope) => diagnose('scope-not-allowed', { scope }, locationOfOption(model, label, 'auth.allowedScopes')));
  });
};

/** Every text in nested lists and records. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `*` stands for anything. The entries are the author's own, so a pattern made of one is no attack. */
function covers(entry: string, scope: string): boolean {
  const pattern = entry
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(scope);
}

/** `allowedClientIds` does not hold for clients that are named by a URL, so the list is not what it looks like. */
export const checkUnlistedClientDomains: Rule = (model) =>
  declaredAuths(model.server)
    .filter(({ options: { cimd, dcr } }) => jsonMember(dcr, 'allowedClientIds') !== undefined && admitsAny(cimd))
    .map(({ label }) => diagnose('unlisted-client-domains', {}, locationOfOption(model, label, 'auth.dcr.allowedClientIds')));

const admitsAny = (cimd: Json | undefined): boolean =>
  jsonMember(cimd, 'enabled') !== false && jsonMember(jsonMember(cimd, 'security'), 'allowedDomains') === undefined;
