import type { Authenticate, LoginOptions } from '../../define/sign-in-options.ts';
import type { DeclaredClient } from '../../define/client-options.ts';
import type { IssuingAuthOptions, LocalAuthOptions } from '../../define/auth-options.ts';

/** Defaults of `auth: { mode: local }`; the only copy. */
export const localDefaults = {
  allowedScopes: ['openid', 'profile', 'email', 'offline_access'],
  anonymousScopes: ['anonymous'],
  anonymousSubject: 'local-operator',
  loginTitle: 'Sign In',
  maxDynamicClients: 1000,
} as const;

/** What modes that issue tokens read of their options, defaults applied. */
export interface IssuingSettings {
  readonly requireRegisteredClients: boolean;
  readonly allowedScopes: readonly string[];
  readonly anonymousScopes: readonly string[];
  readonly allowDefaultPublic: boolean;
  /** Audiences that are accepted in place of this server's own URL. */
  readonly expectedAudience: readonly string[] | undefined;
  readonly registration: RegistrationSettings;
}

export interface RegistrationSettings {
  readonly enabled: boolean;
  readonly clients: readonly DeclaredClient[];
  readonly allowedRedirectUris: readonly string[] | undefined;
  readonly privateUseSchemes: readonly string[];
  readonly allowedClientIds: readonly string[] | undefined;
  readonly initialAccessToken: string | undefined;
  readonly maxDynamicClients: number;
}

/** What the form and its check read. */
export interface SignInSettings {
  readonly authenticate: Authenticate | undefined;
  readonly login: LoginOptions;
  readonly requireEmail: boolean;
  readonly anonymousSubject: string;
}

/** What of the options says who gets tokens; registration belongs to the local mode alone. */
export function issuingSettings(options: IssuingAuthOptions & Pick<LocalAuthOptions, 'dcr'>, production: boolean): IssuingSettings {
  const { dcr = {}, expectedAudience } = options;
  return {
    requireRegisteredClients: options.requireRegisteredClients ?? true,
    allowedScopes: options.allowedScopes ?? localDefaults.allowedScopes,
    anonymousScopes: options.anonymousScopes ?? localDefaults.anonymousScopes,
    allowDefaultPublic: options.allowDefaultPublic ?? false,
    expectedAudience: typeof expectedAudience === 'string' ? [expectedAudience] : expectedAudience,
    registration: {
      enabled: dcr.enabled ?? !production,
      clients: dcr.clients ?? [],
      allowedRedirectUris: dcr.allowedRedirectUris,
      privateUseSchemes: dcr.privateUseSchemes ?? [],
      allowedClientIds: dcr.allowedClientIds,
      initialAccessToken: dcr.initialAccessToken,
      maxDynamicClients: dcr.maxDynamicClients ?? localDefaults.maxDynamicClients,
    },
  };
}

export const signInSettings = (options: LocalAuthOptions): SignInSettings => ({
  authenticate: options.authenticate,
  login: options.login ?? {},
  requireEmail: options.requireEmail ?? true,
  anonymousSubject: options.anonymousSubject ?? localDefaults.anonymousSubject,
});
