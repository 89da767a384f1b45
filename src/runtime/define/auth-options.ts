import type { JsonObject } from '../model/index.ts';
import type { DcrOptions, CimdOptions } from './client-options.ts';
import type { SecureStoreBackend } from './context-services.ts';
import type { JsonWebKeys, ProviderConfig, UpstreamProviderOptions, FederatedAuthOptions } from './provider-options.ts';
import type { AuthExtra, Authenticate, LoginOptions, ConsentOptions, IncrementalAuthOptions } from './sign-in-options.ts';
import type { RedisOptions, SqliteOptions, StorageOptions } from './store-options.ts';

/** Authentication of callers (`@Service({ auth })`); without it the server is open. */
export type AuthOptions = LocalAuthOptions | PublicAuthOptions | StaticAuthOptions | TransparentAuthOptions | RemoteAuthOptions;

/** Entries and call rate of the holder of an anonymous token. */
export interface PublicAccessOptions {
  /** Tools that they may call. @default 'all' */
  readonly tools?: 'all' | readonly string[];
  /** Prompts that they may use. @default 'all' */
  readonly prompts?: 'all' | readonly string[];
  /**
   * Calls per minute and address.
   * @default 60
   * @minimum 1
   */
  readonly rateLimit?: number;
}

/** Accepted and unused: tokens are signed with `JWT_SECRET`. @accepts any */
export type SigningKey = string | Uint8Array | JsonObject;

/** Callers without a person behind them. */
interface AnonymousCallers {
  /**
   * Scopes of an anonymous caller.
   * @rule scopes
   * @noEffect when auth.mode is 'local' or 'remote' and auth.allowDefaultPublic is absent or false: no caller is anonymous
   * @noEffect when auth.mode is 'transparent' and auth.allowAnonymous is absent or false: no caller is anonymous
   */
  readonly anonymousScopes?: readonly string[];
  /**
   * Tools and prompts that anonymous callers may use.
   * @noEffect when auth.mode is 'local' or 'remote' and auth.allowDefaultPublic is absent or false: no caller is anonymous
   * @noEffect when auth.mode is 'transparent' and auth.allowAnonymous is absent or false: no caller is anonymous
   */
  readonly publicAccess?: PublicAccessOptions;
}

/** Tokens for this server. */
interface TokenAudience {
  /** Audiences of tokens that are accepted beside this server’s URL. */
  readonly expectedAudience?: string | readonly string[];
}

/** The identity provider, and this server as its client. */
interface IdentityProvider {
  /** URL of the identity provider. */
  readonly provider: string;
  /**
   * Id of this server at the provider.
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly clientId?: string;
  /**
   * Secret of this server at the provider.
   * @secret
   * @noEffect when auth.mode is 'transparent': this mode only checks tokens of the provider and has no sign-in of its own
   */
  readonly clientSecret?: string;
  /** Scopes asked of the provider. @rule scopes */
  readonly scopes?: readonly string[];
  /** Facts that the discovery document of the provider lacks. */
  readonly providerConfig?: ProviderConfig;
}

/** Nobody needs a token. */
export interface PublicAuthOptions extends AnonymousCallers {
  /**
   * Issuer of the tokens: this server (local), this server after sign-in at a provider (remote), a provider (transparent); fixed keys
   * (static); none (public).
   */
  readonly mode: 'public';
  /** Issuer of the tokens of a public server. @rule issuer */
  readonly issuer?: string;
  /**
   * Seconds that an anonymous session lasts.
   * @default 3600
   * @minimum 1
   */
  readonly sessionTtl?: number;
  /** Has no effect. @noEffect tokens are signed with JWT_SECRET */
  readonly jwks?: JsonWebKeys;
  /**
   * Has no effect.
   * @secret
   * @noEffect tokens are signed with JWT_SECRET
   */
  readonly signKey?: SigningKey;
}

/** Fixed keys instead of sign-in. */
export interface StaticAuthOptions {
  /**
   * Issuer of the tokens: this server (local), this server after sign-in at a provider (remote), a provider (transparent); fixed keys
   * (static); none (public).
   */
  readonly mode: 'static';
  /**
   * Accepted keys: one, or a list of keys and { token, sub, scopes?, claims? }.
   * @rule tokens
   * @secret
   */
  readonly tokens?: string | readonly (string | StaticToken)[];
  /**
   * Variable that holds the accepted keys, separated by commas.
   * @rule variable
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, auth: { mode: 'static', tokensEnv: 'WEATHER_KEYS' } })
   * class Server {}
   */
  readonly tokensEnv?: string;
  /**
   * Realm that a refusal names.
   * @default 'mcp'
   * @rule realm
   */
  readonly realm?: string;
}

export interface StaticToken {
  /** The key, sent as bearer token, RFC 6750. */
  readonly token: string;
  /** Subject of its caller. */
  readonly sub: string;
  /** Scopes of its caller. */
  readonly scopes?: readonly string[];
  /** Claims of its caller. */
  readonly claims?: JsonObject;
}

/** An identity provider whose tokens are accepted as they are. */
export interface TransparentAuthOptions extends AnonymousCallers, TokenAudience, IdentityProvider {
  /**
   * Issuer of the tokens: this server (local), this server after sign-in at a provider (remote), a provider (transparent); fixed keys
   * (static); none (public).
   */
  readonly mode: 'transparent';
  /**
   * Refuse tokens without an audience.
   * @default false
   * @noEffect unless true when auth.mode is 'transparent': the audience of a token is always checked
   */
  readonly requireAudience?: boolean;
  /**
   * Scopes that every call needs.
   * @rule scopes
   * @example
   * \@Service({
   *   info: { name: 'weather', version: '1.0.0' },
   *   auth: { mode: 'transparent', provider: 'https://id.example.com', requiredScopes: ['weather:read'] },
   * })
   * class Server {}
   */
  readonly requiredScopes?: readonly string[];
  /** Let callers without a token in. @default false */
  readonly allowAnonymous?: boolean;
}

/** What `local` and `remote` share: this server issues the tokens. */
export interface IssuingAuthOptions extends AnonymousCallers, TokenAudience {
  /** False lets any client with any redirect URI start a sign-in: development only. @default true */
  readonly requireRegisteredClients?: boolean;
  /** Scopes that tokens can carry; * in one matches anything. @rule scopes */
  readonly allowedScopes?: readonly string[];
  /**
   * A page after sign-in where the user picks callable tools.
   * @noEffect when auth.consent.enabled is absent: no consent is asked for without auth.consent.enabled: true
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, auth: { mode: 'local', consent: { enabled: true } } })
   * class Server {}
   */
  readonly consent?: ConsentOptions;
  /** Apps are granted one at a time. */
  readonly incrementalAuth?: IncrementalAuthOptions;
  /**
   * Store of sign-ins, clients and grants: memory, { redis } or { sqlite }.
   * @default 'memory'
   * @rule storeTable
   */
  readonly tokenStorage?: TokenStorageOptions;
  /**
   * Store of the secrets that users give to tools.
   * @default 'memory'
   * @rule secureStore
   */
  readonly secureStore?: SecureStoreOptions;
  /** Facts about the issuer. */
  readonly local?: {
    /** Issuer of tokens, in place of the public address. @rule issuer */
    readonly issuer?: string;
    /**
     * Has no effect: tokens are signed with JWT_SECRET.
     * @secret
     * @noEffect tokens are signed with JWT_SECRET
     */
    readonly signKey?: SigningKey;
    /** Has no effect: tokens are signed with JWT_SECRET. @noEffect tokens are signed with JWT_SECRET */
    readonly jwks?: JsonWebKeys;
  };
  /** Serve /oauth/revoke and this.grants; access tokens end with their grant. @default false */
  readonly revocation?: boolean;
  /** Give out anonymous tokens (grant_type=anonymous). @default false */
  readonly allowDefaultPublic?: boolean;
  /** Clients that are named by the URL of their metadata document. */
  readonly cimd?: CimdOptions;
  /** Providers upstream that users link at sign-in. @rule upstreamProviders */
  readonly providers?: readonly UpstreamProviderOptions[];
  /** Rules about linking them. @noEffect when auth.mode is 'local' and auth.providers is empty: auth.providers lists no provider */
  readonly federatedAuth?: FederatedAuthOptions;
  /**
   * Renewal of providers’ tokens.
   * @noEffect when auth.mode is 'local' and auth.providers is empty: no provider gives tokens that could be renewed
   */
  readonly refresh?: {
    /** Renew them when a tool reads one that ends. @default true */
    readonly enabled?: boolean;
    /**
     * Seconds before the end.
     * @default 60
     * @minimum 0
     */
    readonly skewSeconds?: number;
  };
}

/** This server is the authorization server, and finds out itself who signs in. */
export interface LocalAuthOptions extends IssuingAuthOptions {
  /**
   * Issuer of the tokens: this server (local), this server after sign-in at a provider (remote), a provider (transparent); fixed keys
   * (static); none (public).
   */
  readonly mode: 'local';
  /**
   * Checks a sign-in: (input, ctx) to { ok: true, sub } or { ok: false, message }. Without it any person is accepted.
   * @example
   * const authenticate: Authenticate = ({ fields }) =>
   *   fields['code'] === process.env['CODE'] ? { ok: true, sub: 'ann' } : { ok: false, message: 'The code is wrong.', retryField: 'code' };
   *
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, auth: { mode: 'local', authenticate } })
   * class Server {}
   */
  readonly authenticate?: Authenticate;
  /**
   * The sign-in page.
   * @rule loginSubject
   * @example
   * \@Service({
   *   info: { name: 'weather', version: '1.0.0' },
   *   auth: { mode: 'local', login: { title: 'Weather', fields: { code: { type: 'password', label: 'Code', required: true } } } },
   * })
   * class Server {}
   */
  readonly login?: LoginOptions;
  /** Component files by page: login, consent, incremental, federated, error. @rule authPages */
  readonly ui?: Readonly<Record<string, string>>;
  /**
   * Functions that custom pages may call, by name.
   * @rule authExtras
   */
  readonly extras?: Readonly<Record<string, AuthExtra>>;
  /**
   * False lets people in without an address, all as one user.
   * @default true
   * @noEffect unless true when auth.authenticate is given and auth.login.fields is given: auth.authenticate decides about the fields
   * of auth.login.fields
   */
  readonly requireEmail?: boolean;
  /**
   * Subject of a sign-in without an email address.
   * @default 'local-operator'
   * @rule notEmpty
   * @noEffect when auth.mode is 'local' and auth.authenticate is absent and auth.requireEmail is absent or true: every sign-in names
   * an email address
   */
  readonly anonymousSubject?: string;
  /** Registration of clients. @rule dcr */
  readonly dcr?: DcrOptions;
}

/** This server issues the tokens; an identity provider finds out who signs in. */
export interface RemoteAuthOptions extends IssuingAuthOptions, IdentityProvider {
  /**
   * Issuer of the tokens: this server (local), this server after sign-in at a provider (remote), a provider (transparent); fixed keys
   * (static); none (public).
   */
  readonly mode: 'remote';
}

export type TokenStorageOptions = StorageOptions;

export type SecureStoreOptions =
  | 'memory'
  | {
      /** A redis server. @unlisted */
      readonly redis?: RedisOptions;
      /** A file. @unlisted */
      readonly sqlite?: SqliteOptions;
      /** A store of your own: { get, set, delete, list }. */
      readonly backend?: SecureStoreBackend;
      /** Owner of each value. @default 'user' */
      readonly scope?: 'user' | 'session' | 'global';
      /** Milliseconds that values live. @minimum 1 */
      readonly ttlMs?: number;
    };
