import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AuthContext } from './auth-context.ts';
import type { Token } from './token.ts';

/** What a tool needs to call somebody else (supplement section 3.6). */
export type ProviderCredential =
  | {
      readonly type: 'oauth';
      readonly accessToken: string;
      readonly refreshToken?: string;
      readonly expiresAt?: number;
      readonly scopes?: readonly string[];
    }
  | { readonly type: 'bearer'; readonly token: string; readonly expiresAt?: number }
  | {
      readonly type: 'api_key';
      readonly key: string;
      readonly headerName?: string;
      readonly headerPrefix?: string;
      readonly expiresAt?: number;
    }
  | { readonly type: 'basic'; readonly username: string; readonly password: string; readonly expiresAt?: number }
  | {
      readonly type: 'private_key' | 'mtls' | 'custom' | 'ssh_key' | 'service_account' | 'pkce';
      /** Milliseconds since the epoch. */
      readonly expiresAt?: number;
      readonly [member: string]: unknown;
    };

/** What makes a credential sees. */
export interface AuthProviderContext {
  readonly auth: AuthContext;
  readonly sessionId: string | undefined;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
  /** A provider of the app. */
  get<T>(token: Token<T>): T;
}

/** One entry of `authProviders` of an app. */
export interface AuthProviderOptions {
  readonly name: string;
  /** Whose it is; `user` when absent. */
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
  readonly toHeaders?: (credential: ProviderCredential) => Readonly<Record<string, string>>;
}

/** What a tool names. Without `required: false` a call without the credential is refused before the tool runs. */
export type AuthProviderReference = string | { readonly name: string; readonly required?: boolean };

/** Credentials that the app's `authProviders` make for the caller (`this.authProviders`). */
export interface AuthProviders {
  /** Undefined when this caller has none. @throws {ServiceError} CONFIG_INVALID for a name that the app does not have */
  get(name: string): Promise<ProviderCredential | undefined>;
  getMany(names: readonly string[]): Promise<Readonly<Record<string, ProviderCredential | undefined>>>;
  /** Headers that show it; empty when there is none. */
  headers(name: string): Promise<Readonly<Record<string, string>>>;
  headersMany(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Makes a new one. */
  refresh(name: string): Promise<ProviderCredential | undefined>;
  has(name: string): Promise<boolean>;
  isRegistered(name: string): boolean;
  /** Forgets it: the next use makes it again. */
  invalidate(name: string): void;
}

/** What `this.fetch` takes: that of the platform, and the name of a credential. */
export type FetchInit = Omit<RequestInit, 'credentials'> & {
  readonly credentials?: RequestInit['credentials'] | { readonly provider: string };
};
