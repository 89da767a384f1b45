import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AuthContext } from './auth-context.ts';
import { declare, declaredAs } from './metadata.ts';
import type { Token } from './token.ts';

/** A credential with which a tool calls another service. */
export type ProviderCredential =
  | {
      /** A token of OAuth 2.0, RFC 6749. */
      readonly type: 'oauth';
      /** Sent as bearer token, RFC 6750. */
      readonly accessToken: string;
      /** For `refresh`, which makes the next access token. */
      readonly refreshToken?: string;
      /** End of the token, in milliseconds since the epoch. */
      readonly expiresAt?: number;
      /** Scopes that were granted. */
      readonly scopes?: readonly string[];
    }
  | {
      /** A bearer token, RFC 6750. */
      readonly type: 'bearer';
      /** The token. */
      readonly token: string;
      /** End of the token, in milliseconds since the epoch. */
      readonly expiresAt?: number;
    }
  | {
      /** A key in a header. */
      readonly type: 'api_key';
      /** The key. */
      readonly key: string;
      /** Header that carries the key. @default 'x-api-key' */
      readonly headerName?: string;
      /** Word before the key, such as `Token`; the key alone when absent. */
      readonly headerPrefix?: string;
      /** End of the key, in milliseconds since the epoch. */
      readonly expiresAt?: number;
    }
  | {
      /** Name and password, RFC 7617. */
      readonly type: 'basic';
      /** The name. */
      readonly username: string;
      /** The password. */
      readonly password: string;
      /** End of the password, in milliseconds since the epoch. */
      readonly expiresAt?: number;
    }
  | {
      /** Another kind: its members are for `toHeaders` and the tool. */
      readonly type: 'private_key' | 'mtls' | 'custom' | 'ssh_key' | 'service_account' | 'pkce';
      /** Milliseconds since the epoch. */
      readonly expiresAt?: number;
      readonly [member: string]: unknown;
    };

/** Context of the function that makes a credential. */
export interface AuthProviderContext {
  /** The caller. */
  readonly auth: AuthContext;
  /** Id of the session; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** Log of the app's credentials. */
  readonly logger: Logger;
  /** `fetch` of the platform. */
  readonly fetch: typeof fetch;
  /** A provider of the app. */
  get<T>(token: Token<T>): T;
}

/** One entry of `authProviders` of an app. */
export interface AuthProviderOptions {
  /** Name that tools use. */
  readonly name: string;
  /** Owner of the credential; default `user`. */
  readonly scope?: 'global' | 'user' | 'session';
  /** `eager`: made before the calls that name it, of scope `global` at start; `lazy`, when absent: when it is asked for. */
  readonly loading?: 'eager' | 'lazy';
  /** Milliseconds that it is kept; an hour when absent. */
  readonly cacheTtl?: number;
  /** True: a failure to make it at start stops the start. */
  readonly required?: boolean;
  /** Makes the credential; undefined when this caller has none. */
  readonly factory: (ctx: AuthProviderContext) => Awaitable<ProviderCredential | undefined>;
  /** Makes the next one of one that is over; the factory again when absent. */
  readonly refresh?: (ctx: AuthProviderContext & { readonly credential: ProviderCredential }) => Awaitable<ProviderCredential | undefined>;
  /** Headers that carry the credential; made from its `type` when absent. */
  readonly toHeaders?: (credential: ProviderCredential) => Readonly<Record<string, string>>;
}

/** Options of `@AuthProvider`. */
export type AuthProviderMetadata = Omit<AuthProviderOptions, 'factory' | 'refresh' | 'toHeaders'>;

/** A class that makes credentials. It is built once: what belongs to a caller comes with `ctx`. */
export type AuthProviderMethods = Pick<AuthProviderOptions, 'factory' | 'refresh' | 'toHeaders'>;

/**
 * Declares a class as an entry of `authProviders` of an app.
 *
 * @example
 * \@AuthProvider({ name: 'crm', scope: 'user' })
 * class CrmKey implements AuthProviderMethods {
 *   factory({ auth }: AuthProviderContext): ProviderCredential {
 *     return { type: 'bearer', token: `key of ${auth.user.sub}` };
 *   }
 * }
 */
export function AuthProvider(metadata: AuthProviderMetadata) {
  return (target: new () => AuthProviderMethods, _context?: unknown): void =>
    declare(target, { kind: 'auth-provider', options: { ...metadata }, target });
}

/** An item of `authProviders` as one record; undefined for a class without `@AuthProvider`. */
export function authProviderRecord(item: unknown): AuthProviderOptions | undefined {
  if (isProviderClass(item)) return recordOfClass(item);
  // Records were checked with the other options: each has a name and a factory.
  return typeof item === 'function' ? undefined : (item as AuthProviderOptions);
}

const isProviderClass = (item: unknown): item is new () => AuthProviderMethods => declaredAs('auth-provider', item) !== undefined;

function recordOfClass(target: new () => AuthProviderMethods): AuthProviderOptions {
  let built: AuthProviderMethods | undefined;
  const use = (): AuthProviderMethods => (built ??= new target());
  const methods: Partial<AuthProviderMethods> = target.prototype as Partial<AuthProviderMethods>;
  return {
    ...(declaredAs('auth-provider', target)?.options as AuthProviderMetadata & Record<string, unknown>),
    factory: (ctx) => use().factory(ctx),
    refresh: methods.refresh && ((ctx) => use().refresh?.(ctx)),
    toHeaders: methods.toHeaders && ((credential) => use().toHeaders?.(credential) ?? {}),
  };
}

/** A provider as a tool names it. Without `required: false`, a call without the credential is refused before the tool runs. */
export type AuthProviderReference =
  | string
  | {
      /** Name of the provider in `authProviders` of the app. */
      readonly name: string;
      /** Whether a call without the credential is refused. @default true */
      readonly required?: boolean;
      /** Scopes that an `oauth` credential must have been granted; one that lacks any of them counts as missing. */
      readonly scopes?: readonly string[];
      /** Under which the tool asks for it, beside its name. */
      readonly alias?: string;
    };

/** Credentials that the app's `authProviders` make for the caller (`this.authProviders`). */
export interface AuthProviders {
  /** Undefined when this caller has none. @throws {ServiceError} CONFIG_INVALID for a name that the app does not have */
  get(name: string): Promise<ProviderCredential | undefined>;
  /** Credentials of several providers, by name. */
  getMany(names: readonly string[]): Promise<Readonly<Record<string, ProviderCredential | undefined>>>;
  /** Headers that carry the credential; empty without one. */
  headers(name: string): Promise<Readonly<Record<string, string>>>;
  /** Headers of several credentials together. */
  headersMany(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Makes a new one. */
  refresh(name: string): Promise<ProviderCredential | undefined>;
  /** Whether this caller has a credential of this name. */
  has(name: string): Promise<boolean>;
  /** Whether the app has a provider of this name. */
  isRegistered(name: string): boolean;
  /** Forgets it: the next use makes it again. */
  invalidate(name: string): void;
}

/** Options of `this.fetch`: the platform's, the name of a credential, and a time limit. */
export type FetchInit = Omit<RequestInit, 'credentials'> & {
  /** Milliseconds until the request and the reading of its answer end. @default 30_000 */
  readonly timeoutMs?: number;
  readonly credentials?:
    | RequestInit['credentials']
    | {
        /** Name of the credential, as in `authProviders`, whose headers are sent. */
        readonly provider: string;
      };
};
