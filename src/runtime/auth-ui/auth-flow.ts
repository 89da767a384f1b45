import type { Json, JsonObject } from '../model/index.ts';
import type { authSlots } from '../options/auth-slots.ts';
import { type Markup, html } from '../std/index.ts';

/** Name of a sign-in page, as `auth.ui` has them. */
export type AuthSlot = (typeof authSlots)[number];

/** A field of the sign-in form (`login.fields`). */
export interface AuthField {
  /** Name under which it is sent. */
  readonly name: string;
  /** Kind of the field. */
  readonly type: 'text' | 'password' | 'email' | 'select' | 'hidden';
  /** Text before the field. */
  readonly label: string;
  /** Whether it must be filled in. */
  readonly required: boolean;
  /** Text in the empty field. */
  readonly placeholder?: string;
  /** Typed before; never of a password. */
  readonly value?: string;
  /** Choices of a `select`. */
  readonly options?: readonly {
    /** Value that is sent. */
    readonly value: string;
    /** Text of the choice. */
    readonly label: string;
  }[];
  /** The problem with the typed value. */
  readonly error?: string;
}

/** A tool on the consent page. */
export interface AuthTool {
  /** Value that the form sends. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Purpose of the tool. */
  readonly description?: string;
  /** Id of its app. */
  readonly appId: string;
  /** Name of its app. */
  readonly appName: string;
  /** Ticked at first. */
  readonly defaultSelected: boolean;
}

/** A provider that can be linked, on the page `federated`. */
export interface AuthAccount {
  /** Value that the form sends. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Its authorization endpoint. */
  readonly url: string;
  /** As in `auth.mode`: another server signs people in, with this server as its client. */
  readonly mode: 'remote';
  /** Apps of the same name, which use its token (`this.orchestration.getAppToken`). */
  readonly appIds: readonly string[];
  /** The only one: tools get its token without naming it (`this.orchestration.getToken()`). */
  readonly primary: boolean;
  /** Scopes that are asked for at the provider. */
  readonly scopes: readonly string[];
  /** It cannot be left out. */
  readonly required: boolean;
  /** Ticked at first. */
  readonly defaultSelected: boolean;
}

/** An app on the page `incremental`. */
export interface AuthApp {
  /** Value that the form sends. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Purpose of the app. */
  readonly description?: string;
  /** Ticked at first. */
  readonly defaultSelected: boolean;
}

/**
 * The sign-in as a page sees it: plain data, the same on the server and as `window.__SERVICE_AUTH__` in the browser. Names and texts of
 * clients are untrusted. On the page `error` there may be no sign-in: its texts are empty then.
 */
export interface AuthFlow {
  /** Name of the page. */
  readonly slot: AuthSlot;
  /** Name of the server. */
  readonly serverName: string;
  /** Title of the page: `login.title`, or the task of the page. */
  readonly title: string;
  /** `login.subtitle`. */
  readonly subtitle?: string;
  /** `login.logo`: URL of an image. */
  readonly logo?: string;
  /** Id of the sign-in. */
  readonly pendingAuthId: string;
  /** Id of the OAuth client that asks. */
  readonly clientId: string;
  /** Name that the client gave itself. */
  readonly clientName?: string;
  /** Address that the browser returns to. */
  readonly redirectUri: string;
  /** The server that tokens are for. */
  readonly resource: string;
  /** Scopes that the client asks for. */
  readonly scopes: readonly string[];
  /** The problem, to be shown to the person. */
  readonly error?: string;
  /** Shows that your page sent the form; one of `formFields`. */
  readonly csrfToken: string;
  /** Path that the form goes to. */
  readonly submitUrl: string;
  /** `POST`; a page may also send `GET` without passwords. */
  readonly submitMethod: 'GET' | 'POST';
  /** Path of `submitExtra`. */
  readonly extraUrl: string;
  /** Fields that every form has to send as they are: use `hiddenFields(flow)`. */
  readonly formFields: readonly { readonly name: string; readonly value: string }[];
  /** There is no `authenticate`, so any person is accepted: the page should say so. */
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
  /** The app, when there is only one to choose. */
  readonly app?: AuthApp;
  /** False: no app can be left out. */
  readonly allowSkip: boolean;
  /** Items that the functions of `auth.extras` added so far, by name. */
  readonly addedItems: Readonly<Record<string, readonly Json[]>>;
  /** `sideEffects` of the last answer of each. */
  readonly extras: Readonly<Record<string, JsonObject>>;
}

/** Answer of `auth.extras` to a page. */
export interface ExtraAnswer {
  /** False when the function refused. */
  readonly ok: boolean;
  /** Problem, to be shown to the person. */
  readonly error?: string;
  /** Everything of this name so far. */
  readonly addedItems?: readonly Json[];
  /** Facts of the function. */
  readonly sideEffects?: JsonObject;
}

/** Values of a form: a form element, `FormData`, or an object. */
export type FormValues = object;

/** Options of `submitFinish`. */
export interface FinishOptions {
  /** `POST` when absent. */
  readonly method?: 'GET' | 'POST';
  /** The button that was pressed, for a form element: its name and value are sent too. */
  readonly submitter?: object | null;
}

/** Props of a page. */
export interface AuthPageProps extends AuthFlow {
  /** All of `AuthFlow` as one object, equal to `window.__SERVICE_AUTH__` in the browser. */
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

/** A component file: its default export renders the page, `mount` hydrates it in the browser. */
export interface AuthPageModule {
  /** Prints the page. */
  readonly default: AuthPageComponent;
  /** Makes the printed page alive in the browser. */
  readonly mount?: (root: unknown, flow: AuthPageProps) => unknown;
}

/** Hidden fields of every form: they identify the sign-in and the page. */
export const hiddenFields = ({ formFields }: Pick<AuthFlow, 'formFields'>): Markup =>
  html`${formFields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
