import { isRecord, isTexts, itemProblems } from '../std/index.ts';

/** Members of `auth` that only some modes read; what is not named here is of the modes that issue tokens. */
const membersOf: Readonly<Record<string, readonly string[]>> = {
  public: ['issuer', 'sessionTtl', 'anonymousScopes', 'publicAccess', 'jwks', 'signKey'],
  static: ['tokens', 'tokensEnv', 'realm'],
  transparent: [
    'provider', 'clientId', 'clientSecret', 'scopes', 'providerConfig', 'expectedAudience', 'requireAudience', 'requiredScopes',
    'allowAnonymous', 'anonymousScopes', 'publicAccess',
  ],
}; // prettier-ignore
const onlyLocal = ['authenticate', 'login', 'dcr', 'requireEmail', 'anonymousSubject', 'ui', 'extras'];

/** Of the modes that issue tokens, what only `local` has. */
const insteadInRemote: Readonly<Record<string, string>> = {
  ui: ': its pages are built in, and people sign in on the page of the provider; pages of your own need mode "local" with `providers`',
  extras: ': only pages of `ui` ask for them; pages of your own need mode "local" with `providers`',
  anonymousSubject: ': the provider names everybody who signs in; `allowDefaultPublic` admits callers without a sign-in',
};

const onlyRemote = ['provider', 'clientId', 'clientSecret', 'scopes', 'providerConfig'];
const notIssuing = new Set([...Object.values(membersOf).flat(), ...onlyRemote]);
const shared = new Set(['anonymousScopes', 'publicAccess', 'expectedAudience']);

const isMode = (mode: unknown): mode is string => typeof mode === 'string' && ['local', 'remote', ...Object.keys(membersOf)].includes(mode);

function isRead(mode: string, member: string): boolean {
  const own = Object.hasOwn(membersOf, mode) ? membersOf[mode] : undefined;
  if (own !== undefined) return own.includes(member);
  if (mode === 'remote')
    return onlyRemote.includes(member) || shared.has(member) || !(onlyLocal.includes(member) || notIssuing.has(member));
  return shared.has(member) || !notIssuing.has(member);
}

/** Members that a mode does not read, or lacks. A guard that is written but not read would give false security. */
export function authProblems(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  if (!isMode(value['mode'])) return ['mode must be local, public, static, transparent or remote'];
  const { mode, provider, providerConfig, tokens, tokensEnv } = value;
  const given = Object.keys(value).filter((member) => value[member] !== undefined && member !== 'mode');
  const problems = given
    .filter((member) => !isRead(mode, member))
    .map((member) => `"${member}" is not read in mode "${mode}"${(mode === 'remote' ? insteadInRemote[member] : undefined) ?? ''}`);
  if (mode === 'static' && tokens === undefined && tokensEnv === undefined)
    problems.push('mode "static" needs tokensEnv, the variable with the keys');
  if (mode === 'transparent' || mode === 'remote') {
    if (provider === undefined) problems.push(`mode "${mode}" needs provider, the URL of the identity provider`);
    else problems.push(...addressProblems('provider', provider));
    if (isRecord(providerConfig)) {
      for (const name of ['jwksUri', 'authEndpoint', 'tokenEndpoint', 'registrationEndpoint', 'userInfoEndpoint'])
        if (providerConfig[name] !== undefined) problems.push(...addressProblems(`providerConfig.${name}`, providerConfig[name]));
    }
  }
  return problems;
}

/** Keys and tokens over plain http could be read and replaced on the way; loopback has no way. */
function addressProblems(name: string, value: unknown): readonly string[] {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const loopback = url !== undefined && /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);
  const good =
    url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback)) && url.hash === '' && url.username === '';
  return good ? [] : [`${name}: expected an https URL (http on loopback only), without fragment and credentials`];
}

/** Items of `auth.tokens`. */
export const tokenProblems = (value: unknown): readonly string[] =>
  itemProblems(value, (item) => (isTokenEntry(item) ? undefined : 'expected a key, or { token, sub, scopes?, claims? }'));

/** One key as options and variables write it: the key alone, or with who it stands for. */
export function isTokenEntry(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!isRecord(value)) return false;
  const { token, sub, scopes, claims, ...others } = value;
  return (
    typeof token === 'string' &&
    typeof sub === 'string' &&
    sub !== '' &&
    (scopes === undefined || isTexts(scopes)) &&
    (claims === undefined || isRecord(claims)) &&
    Object.keys(others).length === 0
  );
}
