import type { Json, JsonObject } from '../model/index.ts';
import type { Awaitable, Logger } from '../std/index.ts';
import type { SecureStoreBackend } from './context-services.ts';
import type { RedisOptions, SqliteOptions, StorageOptions } from './store-options.ts';
import type { Token } from './token.ts';

/** Authentication of callers (`@Service({ auth })`); without it the server is open. */
export type AuthOptions = LocalAuthOptions | RemoteAuthOptions | TransparentAuthOptions | StaticAuthOptions | PublicAuthOptions;

/** Entries and call rate of the holder of an anonymous token. */
export interface PublicAccessOptions {
  readonly tools?: 'all' | readonly string[];
  readonly prompts?: 'all' | readonly string[];
  /** Calls per minute and address; 60 when absent. */
  readonly rateLimit?: number;
}

/** A JSON Web Key Set (RFC 7517). */
export interface JsonWebKeys {
  readonly keys: readonly JsonWebKey[];
}

/** Members of RFC 7517 and 7518 that verifying reads. */
export interface JsonWebKey {
  readonly kty?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly key_ops?: readonly string[];
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly x5c?: readonly string[];
  readonly x5t?: string;
  readonly 'x5t#S256'?: string;
}

/** Accepted and unused: tokens are signed with `JWT_SECRET`. */
export type SigningKey = string | Uint8Array | JsonObject;

/** Nobody needs a token. */
export interface PublicAuthOptions {
  readonly mode: 'public';
  readonly issuer?: string;
  /** Seconds. */
  readonly sessionTtl?: number;
  readonly anonymousScopes?: readonly string[];
  readonly publicAccess?: PublicAccessOptions;
  readonly jwks?: JsonWebKeys;
  readonly signKey?: SigningKey;
}

/** Fixed keys instead of sign-in. */
export interface StaticAuthOptions {
  readonly mode: 'static';
  readonly tokens?: string | readonly (string | StaticToken)[];
  /** Variable that holds the keys, separated by commas. */
  readonly tokensEnv?: string;
  readonly realm?: string;
}

export interface StaticToken {
  readonly token: string;
  readonly sub: string;
  readonly scopes?: readonly string[];
  readonly claims?: JsonObject;
}

/** An identity provider whose tokens are accepted as they are. */
export interface TransparentAuthOptions {
  readonly mode: 'transparent';
  readonly provider: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly providerConfig?: ProviderConfig;
  readonly expectedAudience?: string | readonly string[];
  readonly requireAudience?: boolean;
  readonly requiredScopes?: readonly string[];
  readonly allowAnonymous?: boolean;
  readonly anonymousScopes?: readonly string[];
  readonly publicAccess?: PublicAccessOptions;
}

export interface ProviderConfig {
  readonly name?: string;
  readonly id?: string;
  readonly jwks?: JsonWebKeys;
  readonly jwksUri?: string;
  readonly additionalIssuers?: readonly string[];
  readonly verifyIssuer?: boolean;
  readonly dcrEnabled?: boolean;
  readonly authEndpoint?: string;
  readonly tokenEndpoint?: string;
  readonly registrationEndpoint?: string;
  readonly userInfoEndpoint?: string;
}

/** What `local` and `remote` share: this server issues the tokens. */
export interface IssuingAuthOptions {
  readonly requireRegisteredClients?: boolean;
  /** Names, or patterns in which `*` matches anything. */
  readonly allowedScopes?: readonly string[];
  readonly consent?: ConsentOptions;
  readonly incrementalAuth?: IncrementalAuthOptions;
  readonly tokenStorage?: TokenStorageOptions;
  readonly secureStore?: SecureStoreOptions;
  readonly local?: { readonly issuer?: string; readonly signKey?: SigningKey; readonly jwks?: JsonWebKeys };
  /** Serves `/oauth/revoke`, and `this.grants` to end a person's grants; access tokens then end with their grant. */
  readonly revocation?: boolean;
  readonly allowDefaultPublic?: boolean;
  readonly anonymousScopes?: readonly string[];
  readonly publicAccess?: PublicAccessOptions;
  readonly cimd?: CimdOptions;
  readonly providers?: readonly UpstreamProviderOptions[];
  readonly federatedAuth?: FederatedAuthOptions;
  readonly expectedAudience?: string | readonly string[];
  readonly refresh?: { readonly enabled?: boolean; readonly skewSeconds?: number };
}

/** This server is the authorization server, and finds out itself who signs in. */
export interface LocalAuthOptions extends IssuingAuthOptions {
  readonly mode: 'local';
  /** Checks a sign-in before any code is issued; without it any person is accepted. */
  readonly authenticate?: Authenticate;
  readonly login?: LoginOptions;
  /** Component files by slot. */
  readonly ui?: Readonly<Record<string, string>>;
  /** Functions that pages of `ui` may ask, by name. */
  readonly extras?: Readonly<Record<string, AuthExtra>>;
  readonly requireEmail?: boolean;
  readonly anonymousSubject?: string;
  readonly dcr?: DcrOptions;
}

/**
 * Answers a page before its form is sent; without `ok: false` it went well. `addedItems` are kept with the sign-in, `current` are those of
 * this name so far. Refused answers count as failed sign-ins do. `address` is the caller's, where the host knows it: limit by it what costs money.
 */
export type AuthExtra = (
  input: JsonObject,
  context: { readonly name: string; readonly pendingAuthId: string; readonly current: readonly Json[]; readonly address?: string },
) => Awaitable<
  | { readonly ok?: boolean; readonly error?: string; readonly addedItems?: readonly Json[]; readonly sideEffects?: JsonObject }
  | undefined
  | void
>;

/** This server issues the tokens; an identity provider finds out who signs in. */
export interface RemoteAuthOptions extends IssuingAuthOptions {
  readonly mode: 'remote';
  readonly provider: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly providerConfig?: ProviderConfig;
}

export type TokenStorageOptions = StorageOptions;
export type SecureStoreOptions =
  | 'memory'
  | {
      readonly redis?: RedisOptions;
      readonly sqlite?: SqliteOptions;
      readonly backend?: SecureStoreBackend;
      readonly scope?: 'user' | 'session' | 'global';
      readonly ttlMs?: number;
    };

export type Authenticate = (input: AuthenticateInput, context: AuthenticateContext) => Promise<AuthenticateResult> | AuthenticateResult;

export interface AuthenticateInput {
  /**
   * What the form sent, by name: `login.fields`, or `email` and `name` of the built-in page. A page of your own without `login.fields` passes
   * every field. Parameters of OAuth are left out.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Only when a user connects a credential later. */
  readonly resume?: { readonly sub: string; readonly key: string; readonly context?: JsonObject };
}

export interface AuthenticateContext {
  /** A provider of the server. */
  get<T>(token: Token<T>): T;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
  readonly clientId: string;
  readonly clientName?: string;
  /** Of the browser; absent where the host does not know it. */
  readonly address?: string;
}

export type AuthenticateResult =
  | {
      readonly ok: true;
      readonly sub?: string;
      readonly claims?: JsonObject;
      /** For the vault of the person: values by key, or a list. */
      readonly credentials?: JsonObject | readonly CredentialEntry[];
      /** `email` and `name` of the token, as you know them: what the form sent is then not used for either. */
      readonly profile?: UserProfile;
    }
  | { readonly ok: false; readonly message: string; readonly retryField?: string };

/** One credential of a list; `this.credentials.get(key)` gives `{ secret, metadata? }`. */
export interface CredentialEntry {
  readonly key: string;
  readonly secret: Json;
  /** Facts beside the secret: an account's name, scopes. */
  readonly metadata?: JsonObject;
}

/** How tokens and pages name a user; at most 320 characters each. */
export interface UserProfile {
  readonly email?: string;
  readonly name?: string;
}

export interface LoginOptions {
  readonly title?: string;
  readonly subtitle?: string;
  /** https or data URL of an image. */
  readonly logo?: string;
  readonly logoUri?: string;
  readonly fields?: Readonly<Record<string, LoginField>>;
  /** A page of your own, as HTML; scripts in it do not run. */
  readonly render?: (context: LoginRenderContext) => string;
  readonly subject?: { readonly fromField?: string; readonly strategy: 'per-session' | 'per-account' };
}

export interface LoginField {
  /** `text` when absent. */
  readonly type?: 'text' | 'password' | 'email' | 'select' | 'hidden';
  readonly label?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

export interface LoginRenderContext {
  readonly clientId: string;
  readonly clientName?: string;
  readonly logoUri?: string;
  readonly scopes: readonly string[];
  readonly pendingAuthId: string;
  /** Send it as the hidden field `csrf`: where a browser does not say where a form comes from, it is what shows that your page sent it. */
  readonly csrf: string;
  readonly callbackPath: string;
  readonly fields: Readonly<Record<string, LoginField>>;
  readonly error?: string;
  /** Typed before; never passwords. */
  readonly values: Readonly<Record<string, string>>;
}

/** Registration of clients. */
export interface DcrOptions {
  /** Outside production it is on when absent, in production off. */
  readonly enabled?: boolean;
  readonly clients?: readonly DeclaredClient[];
  /** Exact, or with `*` for a part such as the port. */
  readonly allowedRedirectUris?: readonly string[];
  /** Schemes of apps on the person's device, such as `cursor`, that redirect URIs may begin with beside http and https. */
  readonly privateUseSchemes?: readonly string[];
  readonly allowedClientIds?: readonly string[];
  readonly initialAccessToken?: string;
  readonly maxDynamicClients?: number;
}

export interface DeclaredClient {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly clientSecret?: string;
  readonly clientName?: string;
  readonly tokenEndpointAuthMethod?: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly grantTypes?: readonly string[];
  readonly responseTypes?: readonly string[];
  readonly scope?: string;
}

export interface ConsentOptions {
  readonly enabled?: boolean;
  readonly groupByApp?: boolean;
  readonly showDescriptions?: boolean;
  readonly allowSelectAll?: boolean;
  readonly requireSelection?: boolean;
  readonly rememberConsent?: boolean;
  readonly customMessage?: string;
  readonly excludedTools?: readonly string[];
  readonly defaultSelectedTools?: readonly string[];
}

export interface IncrementalAuthOptions {
  readonly enabled?: boolean;
  readonly skippedAppBehavior?: 'anonymous' | 'require-auth';
  readonly allowSkip?: boolean;
  readonly showAllAppsAtOnce?: boolean;
}

export interface CimdOptions {
  readonly enabled?: boolean;
  readonly cache?: {
    readonly type?: 'memory' | 'redis';
    readonly defaultTtlMs?: number;
    readonly maxTtlMs?: number;
    readonly minTtlMs?: number;
    readonly redis?: RedisOptions;
  };
  readonly security?: {
    readonly blockPrivateIPs?: boolean;
    readonly allowedDomains?: readonly string[];
    readonly blockedDomains?: readonly string[];
    readonly warnOnLocalhostRedirects?: boolean;
    readonly allowInsecureForTesting?: boolean;
  };
  readonly network?: {
    readonly timeoutMs?: number;
    readonly maxResponseSizeBytes?: number;
    readonly redirectPolicy?: 'deny' | 'same-origin' | 'allow';
    readonly maxRedirects?: number;
  };
}

export interface UpstreamProviderOptions {
  readonly id: string;
  readonly name?: string;
  readonly authorizationEndpoint?: string;
  readonly authorizeUrl?: string;
  readonly tokenEndpoint?: string;
  readonly tokenUrl?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  readonly userInfoEndpoint?: string;
  readonly jwksUri?: string;
}

export interface FederatedAuthOptions {
  readonly stateValidation?: 'strict' | 'format';
  readonly minProviders?: number;
  readonly requiredProviders?: readonly string[];
}
