import type { Json, JsonObject } from '../../../model/index.ts';

/** A sign-in that a browser has open: under its own key, replaced by compare-and-set only. */
export interface PendingSignIn {
  readonly id: string;
  /** SHA-256 of the sign-in cookie: another browser cannot go on with it. */
  readonly cookieHash: string;
  /** In every form of our pages: asked of GET and of side requests, and checked wherever it is sent. */
  readonly csrf: string;
  readonly clientId: string;
  readonly clientName?: string;
  /** Where the client's metadata document was read; an id that only looks like an address proves nothing. */
  readonly clientHost?: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  /** For a page of this server: nothing is granted, so no step asks what may be. */
  readonly isPage?: true;
  /** Granted: asked for and allowed, in the order asked. */
  readonly scopes: readonly string[];
  readonly state?: string;
  /** The `aud` of the tokens. */
  readonly resource: string;
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Refused attempts so far; each makes the next answer later. */
  readonly attempts: number;
  /** `apps` of the request, and what an incremental request asks for. */
  readonly apps?: readonly string[];
  readonly incremental?: { readonly app: string; readonly tool?: string };
  /** What pages of the author's own asked for beside their forms; absent until they do. */
  readonly extras?: ExtraProgress;
  /** Present once the user is known. */
  readonly user?: SignedInUser;
  /** Newest withdrawal of the user when they were identified: a later one ends the sign-in. */
  readonly withdrawal?: string | undefined;
  /** By step name: what the steps have settled. */
  readonly settled: Readonly<Record<string, JsonObject>>;
  /** Claims for the token that the settled steps brought. */
  readonly stepClaims: JsonObject;
  /** Query members for the redirect that they brought. */
  readonly redirectMembers: Readonly<Record<string, string>>;
}

/** What the functions of `auth.extras` did in one sign-in. */
export interface ExtraProgress {
  readonly calls: number;
  readonly refused: number;
  /** By name. */
  readonly items: Readonly<Record<string, readonly Json[]>>;
  readonly sideEffects: Readonly<Record<string, JsonObject>>;
}

export interface SignedInUser {
  readonly sub: string;
  readonly email?: string;
  readonly name?: string;
  readonly picture?: string;
  /** Custom claims of `authenticate`, the reserved ones dropped. */
  readonly claims: JsonObject;
}

/** A pending sign-in whose user is known. */
export type CheckedSignIn = PendingSignIn & { readonly user: SignedInUser };
