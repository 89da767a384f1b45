import type { Json, JsonObject } from '../model/index.ts';
import type { authSlots } from '../options/auth-slots.ts';
import type { Markup } from './html.ts';

export type AuthSlot = (typeof authSlots)[number];

/** A field of the sign-in form (`login.fields`). */
export interface AuthField {
  readonly name: string;
  readonly type: 'text' | 'password' | 'email' | 'select' | 'hidden';
  readonly label: string;
  readonly required: boolean;
  readonly placeholder?: string;
  /** Typed before; never of a password. */
  readonly value?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What is wrong with what was typed. */
  readonly error?: string;
}

export interface AuthTool {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly appId: string;
  readonly appName: string;
  readonly defaultSelected: boolean;
}

export interface AuthAccount {
  readonly id: string;
  readonly name: string;
  /** Where people sign in there: its authorization endpoint. */
  readonly url: string;
  /** Who signs people in there, in the words of `auth.mode`: another server, which knows this one as a client of its own. */
  readonly mode: 'remote';
  /** Apps that take its token as their own (`this.orchestration.getAppToken`): those of its name. */
  readonly appIds: readonly string[];
  /** The only one: tools get its token without naming it (`this.orchestration.getToken()`). */
  readonly primary: boolean;
  readonly scopes: readonly string[];
  readonly required: boolean;
  readonly defaultSelected: boolean;
}

export interface AuthApp {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly defaultSelected: boolean;
}

/**
 * What a page knows of its sign-in: plain data, the same on the server and as `window.__SERVICE_AUTH__` in the browser. Names and texts of
 * clients are strangers' text. On the page `error` there may be no sign-in: its texts are empty then.
 */
export interface AuthFlow {
  readonly slot: AuthSlot;
  readonly serverName: string;
  /** Of the page: `login.title`, or what it is about. */
  readonly title: string;
  readonly subtitle?: string;
  readonly logo?: string;
  readonly pendingAuthId: string;
  readonly clientId: string;
  readonly clientName?: string;
  readonly redirectUri: string;
  /** The server that tokens are for. */
  readonly resource: string;
  readonly scopes: readonly string[];
  /** What is wrong, to be shown to the person. */
  readonly error?: string;
  readonly csrfToken: string;
  /** Path that the form goes to. */
  readonly submitUrl: string;
  /** `POST`; a page may also send `GET` without passwords. */
  readonly submitMethod: 'GET' | 'POST';
  /** Path of `submitExtra`. */
  readonly extraUrl: string;
  /** Fields that every form has to send as they are: use `hiddenFields(flow)`. */
  readonly formFields: readonly { readonly name: string; readonly value: string }[];
  /** Nobody checks who signs in: the page should say so. */
  readonly unchecked: boolean;
  /** Of the page `login`. */
  readonly fields: readonly AuthField[];
  /** Of the page `consent`: sent as `tools`, once for each. */
  readonly tools: readonly AuthTool[];
  /** Of the page `consent`: `auth.consent.customMessage`. */
  readonly customMessage?: string;
  /** Of the page `federated`: sent as `providers`, once for each. */
  readonly providers: readonly AuthAccount[];
  /** Of the page `incremental`: sent as `apps`, once for each, or `action` (`allow`, `skip`) where there is one app. */
  readonly apps: readonly AuthApp[];
  /** The only app that is asked about. */
  readonly app?: AuthApp;
  /** False: no app can be left out. */
  readonly allowSkip: boolean;
  /** What the functions of `auth.extras` added so far, by name. */
  readonly addedItems: Readonly<Record<string, readonly Json[]>>;
  /** `sideEffects` of the last answer of each. */
  readonly extras: Readonly<Record<string, JsonObject>>;
}

/** Answer of `auth.extras` to a page. */
export interface ExtraAnswer {
  readonly ok: boolean;
  readonly error?: string;
  /** Everything of this name so far. */
  readonly addedItems?: readonly Json[];
  readonly sideEffects?: JsonObject;
}

/** What a form sends: a form element, `FormData`, or names and values. */
export type FormValues = object;

export interface FinishOptions {
  /** `POST` when absent. */
  readonly method?: 'GET' | 'POST';
  /** The button that was pressed, for a form element: its name and value are sent too. */
  readonly submitter?: object | null;
}

/** What a page gets. */
export interface AuthPageProps extends AuthFlow {
  /** Everything that the page knows, as one object: what `window.__SERVICE_AUTH__` is in the browser. */
  readonly state: AuthFlow;
  /** As `csrfToken`. */
  readonly csrf: string;
  /** In the browser: asks `auth.extras[name]`. */
  readonly submitExtra: (name: string, data?: JsonObject) => Promise<ExtraAnswer>;
  /** In the browser: sends the form, which leaves the page. */
  readonly submitFinish: (values?: FormValues, options?: FinishOptions) => void;
}

/** A page: its markup, printed on the server. Plain text is shown as text. */
export type AuthPageComponent = (flow: AuthPageProps) => Markup | string;

/** A component file: its default export, and what takes the page over in the browser. */
export interface AuthPageModule {
  readonly default: AuthPageComponent;
  readonly mount?: (root: unknown, flow: AuthPageProps) => unknown;
}
