import type { LocalAuthOptions, IssuingAuthOptions } from '../../define/auth-options.ts';
import { authDcrDefaults, authDefaults, authLoginDefaults, authRefreshDefaults } from '../../options/generated.ts';
import { withDefaults } from '../../options/with-defaults.ts';

/** Lists have no default in the table of options; these are the only copies. */
const allowedScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];
export const anonymousScopes: readonly string[] = ['anonymous'];

export type IssuingSettings = ReturnType<typeof issuingSettings>;
export type RegistrationSettings = IssuingSettings['registration'];
export type SignInSettings = ReturnType<typeof signInSettings>;

/** What of the options says who gets tokens; registration belongs to the local mode alone, and is off in production. */
export function issuingSettings(options: IssuingAuthOptions & Pick<LocalAuthOptions, 'dcr'>, production: boolean) {
  const { allowDefaultPublic, dcr, expectedAudience, requireRegisteredClients, ...scopes } = withDefaults(options, authDefaults);
  return {
    requireRegisteredClients,
    allowedScopes: scopes.allowedScopes ?? allowedScopes,
    anonymousScopes: scopes.anonymousScopes ?? anonymousScopes,
    allowDefaultPublic,
    /** Audiences that are accepted in place of this server's own URL. */
    expectedAudience: typeof expectedAudience === 'string' ? [expectedAudience] : expectedAudience,
    registration: withDefaults(dcr, { enabled: !production, clients: [], privateUseSchemes: [], ...authDcrDefaults }),
  };
}

/** What the form and its check read. */
export function signInSettings(options: LocalAuthOptions) {
  const { anonymousSubject, authenticate, login, requireEmail } = withDefaults(options, authDefaults);
  return { authenticate, login: withDefaults(login, authLoginDefaults), requireEmail, anonymousSubject };
}

/** Milliseconds before their end at which tokens of providers are renewed; undefined: never. */
export function renewalSkewMs(refresh: IssuingAuthOptions['refresh']): number | undefined {
  const { enabled, skewSeconds } = withDefaults(refresh, authRefreshDefaults);
  return enabled ? skewSeconds * 1000 : undefined;
}
