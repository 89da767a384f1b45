import type { Json, JsonObject } from '../model/index.ts';

/** Secrets that a person gave the server, encrypted and apart from those of others (`this.secureStore`). */
export interface SecureStore {
  /** The value, or undefined. */
  get<T = Json>(key: string): Promise<T | undefined>;
  /** Stores any JSON value. @param options `ttlMs`: milliseconds until it is gone */
  set(key: string, value: unknown, options?: { readonly ttlMs?: number }): Promise<void>;
  /** True if there was one. */
  delete(key: string): Promise<boolean>;
  /** Keys of the person. */
  list(): Promise<readonly string[]>;
}

/** Backend of a custom secure store (`auth.secureStore.backend`). It receives encrypted values only. */
export interface SecureStoreBackend {
  /** The encrypted value, or undefined. */
  get(key: string): Promise<string | undefined>;
  /**
   * Stores an encrypted value.
   * @param options `ttlMs`: milliseconds after which it must be gone
   */
  set(key: string, value: string, options?: { readonly ttlMs?: number }): Promise<unknown>;
  /** Removes a value; true if there was one. */
  delete(key: string): Promise<boolean>;
  /** Every key that begins with the text. */
  list(prefix: string): Promise<readonly string[]>;
}

/** Credentials that `authenticate` gave for the person who calls (`this.credentials`). */
export interface Credentials {
  /** The credential of this key, or undefined. */
  get<T = Json>(key: string): Promise<T | undefined>;
  /** Keys of the person's credentials. */
  list(): Promise<readonly string[]>;
  /** The credential, or the address at which the person can connect it. */
  requireConnect<T = Json>(wanted: { readonly key: string; readonly context?: JsonObject }): Promise<ConnectOutcome<T>>;
}

/** Result of `this.credentials.requireConnect`: the credential, or where the person can connect it. */
export type ConnectOutcome<T = Json> =
  | {
      /** The person has connected it. */
      readonly connected: true;
      /** The credential, as `authenticate` gave it. */
      readonly credential: T;
    }
  | {
      /** The person has not connected it yet. */
      readonly connected: false;
      /** Key of the missing credential. */
      readonly key: string;
      /** Address that the person opens to connect it. */
      readonly resumeUrl: string;
      /** Sentence for the person, with the address. */
      readonly message: string;
    };

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
  /** The same as `getToken`; undefined when the person has not linked the provider or has not signed in. */
  tryGetToken(providerId?: string): Promise<string | undefined>;
  /** Token of the provider that has the name of an app. */
  getAppToken(appId: string): Promise<string | undefined>;
  /** Whether the server knows a provider with this id. */
  hasProvider(providerId: string): boolean;
  /** Ids of the providers of the server. */
  getProviderIds(): readonly string[];
  /** Whether the person granted this app at sign-in. */
  isAppAuthorized(appId: string): boolean;
  /** Ids of the apps that the person granted at sign-in. */
  getAllAuthorizedAppIds(): readonly string[];
  /** False for an anonymous caller. */
  readonly isAuthenticated: boolean;
}
