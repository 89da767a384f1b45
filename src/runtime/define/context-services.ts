import type { Json, JsonObject } from '../model/index.ts';

/** Secrets that a person gave the server, encrypted and apart from those of others (`this.secureStore`). */
export interface SecureStore {
  /** The value, or undefined. */
  get<T = Json>(key: string): Promise<T | undefined>;
  /** Stores any JSON value. @param options `ttlMs`: milliseconds until it is gone */
  set(key: string, value: unknown, options?: { readonly ttlMs?: number }): Promise<void>;
  /** True if there was one. */
  delete(key: string): Promise<boolean>;
  list(): Promise<readonly string[]>;
}

/** Backend of a custom secure store (`auth.secureStore.backend`). It receives encrypted values only. */
export interface SecureStoreBackend {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, options?: { readonly ttlMs?: number }): Promise<unknown>;
  delete(key: string): Promise<boolean>;
  /** Every key that begins with the text. */
  list(prefix: string): Promise<readonly string[]>;
}

/** Credentials that `authenticate` gave for the person who calls (`this.credentials`). */
export interface Credentials {
  get<T = Json>(key: string): Promise<T | undefined>;
  list(): Promise<readonly string[]>;
  /** The credential, or the address at which the person can connect it. */
  requireConnect<T = Json>(wanted: { readonly key: string; readonly context?: JsonObject }): Promise<ConnectOutcome<T>>;
}

export type ConnectOutcome<T = Json> =
  | { readonly connected: true; readonly credential: T }
  | { readonly connected: false; readonly key: string; readonly resumeUrl: string; readonly message: string };

/** Grants of people (`this.grants`), where `auth.revocation` is set. */
export interface Grants {
  /**
   * Ends every grant of a person: their access and refresh tokens are refused from now on, sign-ins that are under way lead nowhere, and
   * what they agreed to is asked again.
   * @param sub their subject, as `this.auth.user.sub` and `/oauth/userinfo` name it
   * @throws {ServiceError} INVALID_INPUT without a subject
   */
  withdraw(sub: string): Promise<void>;
}

/** Tokens of providers that the person linked at sign-in (`this.orchestration`). */
export interface Orchestration {
  /**
   * Access token of a provider, renewed when it is about to end; of the only one linked when none is named.
   * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED when the person has not linked it
   */
  getToken(providerId?: string): Promise<string>;
  tryGetToken(providerId?: string): Promise<string | undefined>;
  /** Token of the provider that has the name of an app. */
  getAppToken(appId: string): Promise<string | undefined>;
  hasProvider(providerId: string): boolean;
  getProviderIds(): readonly string[];
  isAppAuthorized(appId: string): boolean;
  getAllAuthorizedAppIds(): readonly string[];
  readonly isAuthenticated: boolean;
}
