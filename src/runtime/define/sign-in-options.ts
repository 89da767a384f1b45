import type { Json, JsonObject } from '../model/index.ts';
import type { Awaitable, Logger } from '../std/index.ts';
import type { Token } from './token.ts';

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
  /**
   * Its title.
   * @default 'Sign In'
   * @noEffect when auth.login.render is given: auth.login.render prints the page
   */
  readonly title?: string;
  /** A line below the title. @noEffect when auth.login.render is given: auth.login.render prints the page */
  readonly subtitle?: string;
  /** https or data URL of an image. @rule logo */
  readonly logo?: string;
  /**
   * The same as logo.
   * @rule logo
   * @noEffect when auth.login.logo is given: auth.login.logo is shown
   */
  readonly logoUri?: string;
  /** Fields by name: { type?, label?, required?, placeholder?, options? }. @rule loginFields */
  readonly fields?: Readonly<Record<string, LoginField>>;
  /**
   * A page of your own as HTML, in place of the built-in one.
   *
   * Scripts in it do not run.
   */
  readonly render?: (context: LoginRenderContext) => string;
  /**
   * Source of the subject when authenticate names none.
   * @noEffect when auth.mode is 'local' and auth.authenticate is absent: the subject is made from the email address
   */
  readonly subject?: {
    /**
     * Field that is hashed into the subject.
     * @noEffect when auth.login.subject.strategy is 'per-session': only the strategy per-account makes the subject from a field
     */
    readonly fromField?: string;
    /** per-account: one user for each value of the field. */
    readonly strategy: 'per-session' | 'per-account';
  };
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

export interface ConsentOptions {
  /** Show it. @default false */
  readonly enabled?: boolean;
  /** Tools of an app together. @default true */
  readonly groupByApp?: boolean;
  /** With what each tool does. @default true */
  readonly showDescriptions?: boolean;
  /** With a way to pick all. @default true */
  readonly allowSelectAll?: boolean;
  /** At least one tool. @default true */
  readonly requireSelection?: boolean;
  /** Ask a client’s user once. @default true */
  readonly rememberConsent?: boolean;
  /** A text of your own on the page. */
  readonly customMessage?: string;
  /** Tools that need no consent. */
  readonly excludedTools?: readonly string[];
  /** Tools that are ticked at first. */
  readonly defaultSelectedTools?: readonly string[];
}

export interface IncrementalAuthOptions {
  /** Grant apps one at a time. @default true */
  readonly enabled?: boolean;
  /** Answer to a call of a skipped app. @default 'anonymous' */
  readonly skippedAppBehavior?: 'anonymous' | 'require-auth';
  /** Apps may be skipped. @default true */
  readonly allowSkip?: boolean;
  /** All apps on one page. @default true */
  readonly showAllAppsAtOnce?: boolean;
}
