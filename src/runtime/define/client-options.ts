import type { RedisOptions, WorkerKvOptions } from './store-options.ts';

/** Registration of clients. */
export interface DcrOptions {
  /** Clients may register themselves; on when absent, in production off. */
  readonly enabled?: boolean;
  /** Clients known from the start: { clientId, redirectUris, clientSecret?, clientName?, … }. @rule clients */
  readonly clients?: readonly DeclaredClient[];
  /** Redirect URIs that may be registered, exact or with * within a part; loopback addresses when absent. */
  readonly allowedRedirectUris?: readonly string[];
  /**
   * Schemes of apps on the device, such as cursor, in redirect URIs: compared exactly. Without it http and https alone.
   * @rule privateSchemes
   */
  readonly privateUseSchemes?: readonly string[];
  /** The only clients that may sign in. */
  readonly allowedClientIds?: readonly string[];
  /** Bearer token that registration asks for. @secret */
  readonly initialAccessToken?: string;
  /**
   * Registered clients kept at once.
   * @default 1000
   * @minimum 0
   */
  readonly maxDynamicClients?: number;
}

/** An OAuth client that is known from the start, RFC 7591 section 2. */
export interface DeclaredClient {
  /** Id of the client. */
  readonly clientId: string;
  /** Addresses that it may return to. */
  readonly redirectUris: readonly string[];
  /** Secret of a confidential client; only its hash is kept. */
  readonly clientSecret?: string;
  /** Name that people read on the consent page. */
  readonly clientName?: string;
  /** How it proves itself at the token endpoint; `client_secret_post` with a secret, `none` without. */
  readonly tokenEndpointAuthMethod?: 'none' | 'client_secret_post' | 'client_secret_basic';
  /** Grants that it may use; `authorization_code` and `refresh_token` when absent. */
  readonly grantTypes?: readonly string[];
  /** Response types that it may use; `code` when absent. */
  readonly responseTypes?: readonly string[];
  /** Scopes that it may ask for, separated by spaces. */
  readonly scope?: string;
}

/** Clients that name themselves by the address of a document (Client ID Metadata Documents, SEP-991). */
export interface CimdOptions {
  /** Accept them. @default true */
  readonly enabled?: boolean;
  /** How long documents are kept. */
  readonly cache?: {
    /** Store of the documents. @default 'memory' */
    readonly type?: 'memory' | 'redis';
    /**
     * Milliseconds that a document is kept when it does not say.
     * @default 3_600_000
     * @minimum 0
     */
    readonly defaultTtlMs?: number;
    /**
     * Milliseconds that one is kept at most.
     * @default 86_400_000
     * @minimum 0
     */
    readonly maxTtlMs?: number;
    /**
     * Milliseconds that one is kept at least.
     * @default 60_000
     * @minimum 0
     */
    readonly minTtlMs?: number;
    /**
     * Shared store of documents.
     * @rule cacheTable
     * @unlisted
     */
    readonly redis?: RedisOptions | WorkerKvOptions;
  };
  /** Limits on the addresses that are fetched. */
  readonly security?: {
    /** Call public addresses only. @default true */
    readonly blockPrivateIPs?: boolean;
    /** Hosts of documents; *.example.com for what is below. */
    readonly allowedDomains?: readonly string[];
    /** Hosts that are refused, with what is below. */
    readonly blockedDomains?: readonly string[];
    /** Log clients that only return to one computer. @default true */
    readonly warnOnLocalhostRedirects?: boolean;
    /** Allow http and private addresses; tests only. @default false */
    readonly allowInsecureForTesting?: boolean;
  };
  /** Limits of a fetch. */
  readonly network?: {
    /**
     * Milliseconds for the whole fetch.
     * @default 5000
     * @minimum 1
     */
    readonly timeoutMs?: number;
    /**
     * Most bytes of a document.
     * @default 5120
     * @minimum 1
     */
    readonly maxResponseSizeBytes?: number;
    /** Redirects that are followed. @default 'deny' */
    readonly redirectPolicy?: 'deny' | 'same-origin' | 'allow';
    /**
     * Most redirects.
     * @default 5
     * @minimum 0
     * @noEffect when auth.cimd.network.redirectPolicy is absent or 'deny': redirects are not followed
     */
    readonly maxRedirects?: number;
  };
}
