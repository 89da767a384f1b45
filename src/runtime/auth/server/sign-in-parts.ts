import type { AuthField, AuthSlot } from '../../auth-ui/index.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import type { FormFields } from '../../web/form.ts';

/** A client as the authorization server knows it, wherever it came from. */
export interface Client {
  readonly clientId: string;
  /** Untrusted text. */
  readonly clientName?: string;
  /** Compared as raw text, never parsed (RFC 9700). */
  readonly redirectUris: readonly string[];
  /** SHA-256 of the secret in base64url; present: `/oauth/token` needs the secret. */
  readonly secretHash?: string;
  readonly tokenEndpointAuthMethod: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly scope?: string;
  /** `open`: any id, with `requireRegisteredClients: false`. */
  readonly source: 'options' | 'registered' | 'cimd' | 'open';
}

/** One place where clients are looked for; the first that knows the id answers. */
export interface ClientSource {
  /**
   * @param address of this server: a document at our own address is never fetched, or one request would make us call ourselves
   * @throws {SignInProblem} for an id that is this source's and is not usable (CIMD): a 400 page, never a redirect
   */
  find(clientId: string, address: AskedAddress): Promise<Client | undefined>;
  /** Of a source that asks others: whether the id is one of its own, told without asking. */
  vouchesFor?(clientId: string): boolean;
}

/** Names this server in one request: all four from one function, so that they cannot differ. */
export interface ServerAddress {
  /** Origin and path of the public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly issuer: string;
  /** Canonical URL of the MCP endpoint: what `aud` is. */
  readonly resource: string;
}

/** The address of this server, and the caller whose share of fetches counts; no caller for whom one was begun before. */
export type AskedAddress = ServerAddress & { readonly from?: string | undefined };

/** A sign-in that a browser has open: under its own key, replaced by compare-and-set only. */
export interface PendingSignIn {
  readonly id: string;
  /** SHA-256 of the sign-in cookie: another browser cannot go on with it. */
  readonly cookieHash: string;
  /** In every form of our pages: asked of GET and of side requests, and checked wherever it is sent. */
  readonly csrf: string;
  readonly clientId: string;
  readonly clientName?: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
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

/** What a page needs beside the sign-in. */
export interface StepRequest {
  readonly signIn: CheckedSignIn;
  readonly client: Client;
  readonly address: ServerAddress;
  readonly exchange: HttpExchange;
}

/**
 * One page between the checked user and the code: federated, incremental, consent, in this order. A step that is not imported is not
 * in the bundle.
 */
export interface SignInStep {
  readonly name: string;
  /** The page to show; undefined when nothing is left to ask (the settled facts of `skip` then count). */
  ask(request: StepRequest): Promise<StepVerdict>;
  /** The posted form of this step's page. */
  answer(request: StepRequest, form: FormFields): Promise<StepVerdict>;
  /** Names the form: `consent_submitted=1`, `federated=true`, `incremental=true`. */
  isAnsweredBy(form: FormFields): boolean;
}

export type StepVerdict =
  /** Claims for the token, and query members for the redirect. */
  | { readonly settled: JsonObject; readonly claims?: JsonObject; readonly redirect?: Readonly<Record<string, string>> }
  | { readonly page: HttpAnswer };

/**
 * Finds out who signs in: the form and `authenticate`, or a provider upstream. The local server brings its own; a mode that signs in
 * elsewhere replaces it.
 */
export interface UserCheck {
  /** The page, or the redirect, that an open sign-in begins with. */
  ask(request: SignInRequest): Promise<HttpAnswer>;
  /** The posted form: the user, with the sign-in where the check moved it on, or the page again. */
  answer(request: SignInRequest, form: FormFields): Promise<UserVerdict>;
}

export type UserVerdict = { readonly user: SignedInUser; readonly signIn?: PendingSignIn } | { readonly page: HttpAnswer };

/** As {@link StepRequest}, before the user is known. */
export type SignInRequest = Omit<StepRequest, 'signIn'> & { readonly signIn: PendingSignIn };

/** Open sign-ins for endpoints beside the form: returns from providers, side requests of custom pages. */
export interface SignInFlow {
  /**
   * The open sign-in of this id, if this browser began it.
   * @throws {SignInProblem} gone, or begun by another browser: a 400 page
   */
  find(exchange: HttpExchange, pendingAuthId: string): Promise<PendingSignIn>;
  /** Puts the next state in the place of what was read, for the time that is left; false: somebody was faster. */
  replace(read: PendingSignIn, next: PendingSignIn): Promise<boolean>;
  /** A form of the page that is open. */
  submit(exchange: HttpExchange, form: FormFields): Promise<HttpAnswer>;
  /** Goes on with what is stored: the page of the next open step, or the redirect with the code. */
  proceed(exchange: HttpExchange, signIn: CheckedSignIn): Promise<HttpAnswer>;
}

/** One `grant_type` of `/oauth/token`. */
export interface Grant {
  readonly type: string;
  exchange(request: GrantRequest): Promise<HttpAnswer>;
}

export interface GrantRequest {
  readonly form: FormFields;
  readonly exchange: HttpExchange;
  readonly address: ServerAddress;
}

/** A path of the authorization server; features turn it into a route. */
export interface AuthEndpoint {
  /** `POST`, `GET`; `HEAD` is answered like `GET`. */
  readonly method: string;
  readonly path: string;
  /** Pages: no page of another origin reads them, whatever `http.cors` says. */
  readonly refusesCors?: true;
  /** No answer of the path may be kept, whoever made it: a refusal before the endpoint is one too. */
  readonly noStore?: true;
  readonly answer: (exchange: HttpExchange) => Promise<HttpAnswer> | HttpAnswer;
}

/** Keys, one a purpose: what was made for one is never accepted as another. */
export interface AuthKeys {
  /** The raw `JWT_SECRET`: access tokens only. */
  readonly accessTokens: Uint8Array<ArrayBuffer>;
  /** HKDF-SHA-256 of the secret, the label and the server's identity; 32 bytes. `vault` labels derive from `VAULT_SECRET`. */
  derive(label: string): Promise<Uint8Array<ArrayBuffer>>;
}

export type { FormFields };

/** What a built-in page shows, as far as a page of the author's own shows it too. */
export interface SlotFacts {
  readonly request?: Pick<SignInRequest, 'address' | 'signIn'>;
  readonly address?: ServerAddress;
  readonly signIn?: PendingSignIn;
  readonly serverName?: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly logo?: string;
  readonly error?: string | undefined;
  readonly unchecked?: boolean;
  readonly fields?: readonly AuthField[];
  readonly tools?: readonly {
    readonly id: string;
    readonly title: string;
    readonly description?: string | undefined;
    readonly appId: string;
    readonly appName: string;
  }[];
  readonly ticked?: Iterable<string>;
  readonly settings?: { readonly customMessage?: string };
  readonly providers?: readonly {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly scopes: readonly string[];
    readonly appIds: readonly string[];
  }[];
  readonly required?: readonly string[];
  readonly apps?: readonly SlotApp[];
  readonly app?: SlotApp;
  /** Apps that were granted on the pages before. */
  readonly granted?: readonly string[];
  readonly allowSkip?: boolean;
}

interface SlotApp {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/** Pages of the author's own (`auth.ui`). */
export interface OwnPages {
  /** Whether the author brought a page for the slot. */
  replaces(slot: AuthSlot): boolean;
  /** Undefined: the built-in page of the slot stands. */
  print(slot: AuthSlot, facts: SlotFacts, status?: number): HttpAnswer | undefined;
}

/** What every part of the authorization server leans on; built once. */
export interface AuthorizationParts {
  /** Clients, tickets and the vault. */
  readonly store: Store;
  /** What signing in leads to: open sign-ins, grants and consent. Records are sealed with a key of this server where others reach the store. */
  readonly signInStore: Store;
  readonly keys: AuthKeys;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
  readonly production: boolean;
  readonly addressOf: (exchange: HttpExchange) => ServerAddress;
  /** Left by the feature `auth-ui`. */
  readonly ownPages?: OwnPages | undefined;
}
