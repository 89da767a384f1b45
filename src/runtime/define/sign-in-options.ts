import type { Json, JsonObject } from '../model/index.ts';
import type { Awaitable, Logger } from '../std/index.ts';
import type { Token } from './token.ts';

/**
 * Answers a page before its form is sent; without `ok: false` it went well. `addedItems` are kept with the sign-in, `current` are those of
 * this name so far. Refused answers count as failed sign-ins do. `address` is the caller's, where the host knows it: limit by it what costs money.
 */
export type AuthExtra = (
  input: JsonObject,
  context: {
    /** Name of the function in `auth.extras`. */
    readonly name: string;
    /** Id of the sign-in that is under way. */
    readonly pendingAuthId: string;
    /** Items that were added under this name so far. */
    readonly current: readonly Json[];
    /** Address of the browser; absent where the host does not know it. */
    readonly address?: string;
  },
) => Awaitable<
  | {
      /** False refuses; anything else accepts. */
      readonly ok?: boolean;
      /** Problem that the page shows. */
      readonly error?: string;
      /** Items to be kept with the sign-in. */
      readonly addedItems?: readonly Json[];
      /** Facts that the page gets back, and keeps until the next answer. */
      readonly sideEffects?: JsonObject;
    }
  | undefined
  | void
>;

/** Checks who signs in (`auth.authenticate`): accepts with a subject, or refuses with a message. */
export type Authenticate = (input: AuthenticateInput, context: AuthenticateContext) => Promise<AuthenticateResult> | AuthenticateResult;

/** What a person sent to sign in. */
export interface AuthenticateInput {
  /**
   * What the form sent, by name: `login.fields`, or `email` and `name` of the built-in page. A page of your own without `login.fields` passes
   * every field. Parameters of OAuth are left out.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Only when a user connects a credential later. */
  readonly resume?: {
    /** Subject of the person. */
    readonly sub: string;
    /** Key of the credential. */
    readonly key: string;
    /** `context` of `this.credentials.requireConnect`. */
    readonly context?: JsonObject;
  };
}

/** Services and facts for `auth.authenticate`. */
export interface AuthenticateContext {
  /** A provider of the server. */
  get<T>(token: Token<T>): T;
  /** `fetch` of the platform. */
  readonly fetch: typeof fetch;
  /** Log of the sign-in. */
  readonly logger: Logger;
  /** Id of the OAuth client that asks. */
  readonly clientId: string;
  /** Name that the client gave itself: do not trust it. */
  readonly clientName?: string;
  /** Of the browser; absent where the host does not know it. */
  readonly address?: string;
}

/** Answer of `auth.authenticate`. */
export type AuthenticateResult =
  | {
      /** The person is signed in. */
      readonly ok: true;
      /** Stable id of the person, 1 to 255 characters; `login.subject` decides when absent. */
      readonly sub?: string;
      /** Further claims of the person's tokens. */
      readonly claims?: JsonObject;
      /** For the vault of the person: values by key, or a list. */
      readonly credentials?: JsonObject | readonly CredentialEntry[];
      /** `email` and `name` of the token, as you know them: what the form sent is then not used for either. */
      readonly profile?: UserProfile;
    }
  | {
      /** The person is refused. */
      readonly ok: false;
      /** Sentence that the person reads. */
      readonly message: string;
      /** Field that the message belongs to. */
      readonly retryField?: string;
    };

/** One credential of a list; `this.credentials.get(key)` gives `{ secret, metadata? }`. */
export interface CredentialEntry {
  /** Name under which tools ask for it. */
  readonly key: string;
  /** The secret, any JSON value; it is encrypted. */
  readonly secret: Json;
  /** Facts beside the secret: an account's name, scopes. */
  readonly metadata?: JsonObject;
}

/** How tokens and pages name a user; at most 320 characters each. */
export interface UserProfile {
  /** Email address. */
  readonly email?: string;
  /** Name for people. */
  readonly name?: string;
}

/** The sign-in page (`auth.login`). */
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

/** A field of the sign-in page. */
export interface LoginField {
  /** `text` when absent. */
  readonly type?: 'text' | 'password' | 'email' | 'select' | 'hidden';
  /** Text before the field; its name when absent. */
  readonly label?: string;
  /** Whether it must be filled in. @default false */
  readonly required?: boolean;
  /** Text in the empty field. */
  readonly placeholder?: string;
  /** Choices of a `select`. */
  readonly options?: readonly {
    /** Value that is sent. */
    readonly value: string;
    /** Text of the choice. */
    readonly label: string;
  }[];
}

/** What `login.render` gets to print the page. */
export interface LoginRenderContext {
  /** Id of the OAuth client that asks. */
  readonly clientId: string;
  /** Name that the client gave itself: escape it. */
  readonly clientName?: string;
  /** `login.logo` or `login.logoUri`. */
  readonly logoUri?: string;
  /** Scopes that the client asks for. */
  readonly scopes: readonly string[];
  /** Send it as the hidden field `pending_auth_id`: it names the sign-in. */
  readonly pendingAuthId: string;
  /** Send it as the hidden field `csrf`: where a browser does not say where a form comes from, it is what shows that your page sent it. */
  readonly csrf: string;
  /** Path that the form is posted to. */
  readonly callbackPath: string;
  /** Fields of the page, by name. */
  readonly fields: Readonly<Record<string, LoginField>>;
  /** Problem with the last try; escape it. */
  readonly error?: string;
  /** Typed before; never passwords. */
  readonly values: Readonly<Record<string, string>>;
}

/** The consent page (`auth.consent`). */
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

/** Granting apps one at a time (`auth.incrementalAuth`). */
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
