import type { Json, JsonObject } from '../model/index.ts';
import type { AuthFlow, AuthPageModule, ExtraAnswer, FinishOptions, FormValues } from './auth-flow.ts';
import { requestFailed } from './request-failed.ts';

/** Where the server leaves the state of the page. */
const stateName = '__SERVICE_AUTH__';
const navigatorName = '__SERVICE_AUTH_NAVIGATOR__';
/** Element that the server prints the page into. */
const mountId = 'service-auth-root';
/** On that element, once a page has been handed over: a page that does so itself is not handed over again by its bundle. */
const handedOver = 'data-handed-over';

/** What leaves the page. */
export interface Navigation {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The few things that a page's script needs of a browser. */
interface PageElement {
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  append(...children: readonly PageElement[]): void;
}
interface PageDocument {
  readonly body: PageElement;
  createElement(name: string): PageElement;
  getElementById(id: string): PageElement | null;
}

const isAuthFlow = (value: unknown): value is AuthFlow => typeof value === 'object' && value !== null && 'slot' in value;

/** The state of this page; undefined outside a page of a sign-in. */
export function tryGetAuthFlow(): AuthFlow | undefined {
  const value: unknown = Reflect.get(globalThis, stateName);
  return isAuthFlow(value) ? value : undefined;
}

/**
 * The state of this page.
 * @throws {Error} outside a page of a sign-in
 */
export function getAuthFlow(): AuthFlow {
  const flow = tryGetAuthFlow();
  if (flow === undefined) throw new Error(`window.${stateName} is not there: this is no page of a sign-in`);
  return flow;
}

/** What `auth.extras[name]` added so far. */
export const getAddedItems = (name: string): readonly Json[] => getAuthFlow().addedItems[name] ?? [];

/** Replaces how forms leave the page: for tests and frames. */
export function setAuthNavigator(navigate: (navigation: Navigation) => void): void {
  Reflect.set(globalThis, navigatorName, navigate);
}

/**
 * Asks `auth.extras[name]`. Whose sign-in it is comes from the page, whatever `data` says. An answer that does not come, or is none of the
 * server's, is one with `ok: false`.
 */
export async function submitExtra(name: string, data: JsonObject = {}): Promise<ExtraAnswer> {
  const flow = getAuthFlow();
  const body = { ...data, action: name, pending_auth_id: flow.pendingAuthId, csrf: flow.csrfToken };
  const answer = await ask(flow.extraUrl, JSON.stringify(body));
  const { addedItems, sideEffects } = answer;
  if (addedItems !== undefined) Reflect.set(flow.addedItems, name, addedItems);
  if (sideEffects !== undefined) Reflect.set(flow.extras, name, sideEffects);
  return answer;
}

async function ask(url: string, body: string): Promise<ExtraAnswer> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', credentials: 'same-origin', headers, body });
    const answer: unknown = await response.json();
    if (isAnswer(answer)) return answer;
  } catch {
    // The network, or something on the way that answers in the place of the server.
  }
  return { ok: false, error: requestFailed };
}

const isAnswer = (value: unknown): value is ExtraAnswer =>
  typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';

/** Sends the form and leaves the page. Fields that say whose sign-in it is come from the page, whatever the form holds. */
export function submitFinish(values: FormValues = {}, { method, submitter }: FinishOptions = {}): void {
  const flow = getAuthFlow();
  const own = new Set(flow.formFields.map(({ name }) => name));
  const fields = [
    ...flow.formFields.map(({ name, value }) => [name, value] as const),
    ...formEntries(values, submitter).filter(([name]) => !own.has(name)),
  ];
  const given: unknown = Reflect.get(globalThis, navigatorName);
  const navigate = typeof given === 'function' ? given : leave;
  Reflect.apply(navigate, undefined, [{ url: flow.submitUrl, method: method ?? flow.submitMethod, fields }]);
}

/** The texts of a form element, of `FormData`, or of names and values; a name may have several. */
export function formEntries(values: FormValues, submitter?: object | null): readonly (readonly [string, string])[] {
  const isForm = 'elements' in values;
  const source: unknown = isForm ? Reflect.construct(FormData, submitter === undefined ? [values] : [values, submitter]) : values;
  const pairs: readonly (readonly [string, unknown])[] = source instanceof FormData ? [...source] : Object.entries(values);
  return pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
      typeof one === 'string' ? [[name, one] as const] : typeof one === 'number' ? [[name, String(one)] as const] : [],
    ),
  );
}

function documentOf(): PageDocument {
  const found: unknown = Reflect.get(globalThis, 'document');
  return found as PageDocument;
}

function leave({ fields, method, url }: Navigation): void {
  const page = documentOf();
  const form = page.createElement('form');
  form.setAttribute('method', method.toLowerCase());
  form.setAttribute('action', url);
  form.setAttribute('hidden', '');
  for (const [name, value] of fields) {
    const input = page.createElement('input');
    input.setAttribute('type', 'hidden');
    input.setAttribute('name', name);
    input.setAttribute('value', value);
    form.append(input);
  }
  page.body.append(form);
  // A field named "submit" would stand in the way of the form's own method.
  const { submit } = (Reflect.get(globalThis, 'HTMLFormElement') as { prototype: { submit: () => void } }).prototype;
  Reflect.apply(submit, form, []);
}

/** Hands the printed page over to the component's `mount`, when it has one, once; nothing while the server prints it. */
export function mountAuthPage({ mount }: Pick<AuthPageModule, 'mount'>, options: { readonly mountId?: string } = {}): void {
  const root = 'document' in globalThis ? documentOf().getElementById(options.mountId ?? mountId) : null;
  if (root === null || mount === undefined || root.hasAttribute(handedOver)) return;
  root.setAttribute(handedOver, '');
  const flow = getAuthFlow();
  mount(root, { ...flow, state: flow, csrf: flow.csrfToken, submitExtra, submitFinish });
}
