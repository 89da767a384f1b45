import { closestName, isTexts } from '../std/index.ts';
import { authSlots } from './auth-slots.ts';
import { eachItem } from './list-rules.ts';

const methods = ['none', 'client_secret_post', 'client_secret_basic'];
const fieldTypes = ['text', 'password', 'email', 'select', 'hidden'];

/** Parameters of the protocol: a page sends them along, and no check of users is about them. */
export const protocolFields: ReadonlySet<string> = new Set(['pending_auth_id', 'csrf', 'client_id', 'redirect_uri', 'state', 'scope', 'response_type', 'resource', 'code_challenge', 'code_challenge_method', 'consent_submitted', 'federated', 'incremental', 'app_id', 'action']); // prettier-ignore

const isOptional = (value: unknown, fits: (value: unknown) => boolean): boolean => value === undefined || fits(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Items of `auth.dcr.clients`; a misspelt member would leave a client open that was meant to have a secret. */
export const clientProblems = eachItem(
  '{ clientId, redirectUris, clientSecret?, clientName?, tokenEndpointAuthMethod?, grantTypes?, responseTypes?, scope? }',
  ['clientId', 'redirectUris', 'clientSecret', 'clientName', 'tokenEndpointAuthMethod', 'grantTypes', 'responseTypes', 'scope'],
  (client) => {
    if (!isText(client['clientId'])) return 'clientId must be a text';
    if (!isTexts(client['redirectUris'])) return 'redirectUris must be a list of URIs';
    if (!isOptional(client['clientSecret'], isText)) return 'clientSecret must be a text that is not empty';
    const { clientName, clientSecret, grantTypes, responseTypes, scope, tokenEndpointAuthMethod: method } = client;
    if (![clientName, scope].every((text) => isOptional(text, isText))) return 'clientName and scope must be texts';
    if (![grantTypes, responseTypes].every((list) => isOptional(list, isTexts)))
      return 'grantTypes and responseTypes must be lists of texts';
    if (!isOptional(method, (value) => methods.some((one) => one === value)))
      return `tokenEndpointAuthMethod must be ${methods.join(', ')}`;
    if (method !== undefined && method !== 'none' && clientSecret === undefined) return 'this tokenEndpointAuthMethod needs a clientSecret';
    return undefined;
  },
);

const fieldMembers = ['type', 'label', 'required', 'placeholder', 'options'];

/** `auth.login.fields`: name to field. */
export function loginFieldProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const problem = fieldProblem(name, field);
    return problem === undefined ? [] : [`"${name}": ${problem}`];
  });
}

function fieldProblem(name: string, field: unknown): string | undefined {
  if (protocolFields.has(name)) return 'is a parameter of OAuth, which authenticate never gets; choose another name';
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return `expected { ${fieldMembers.join('?, ')}? }`;
  const { label, options, placeholder, required, type = 'text', ...others }: Readonly<Record<string, unknown>> = { ...field };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const close = closestName(unknown, fieldMembers);
    return `"${unknown}" is no member of a field${close === undefined ? `: ${fieldMembers.join(', ')}` : `; did you mean "${close}"?`}`;
  }
  if (!fieldTypes.some((one) => one === type)) return `type must be one of ${fieldTypes.join(', ')}`;
  if (![label, placeholder].every((text) => text === undefined || typeof text === 'string')) return 'label and placeholder must be texts';
  if (required !== undefined && typeof required !== 'boolean') return 'required must be true or false';
  if ((type === 'select') !== (options !== undefined)) return type === 'select' ? 'a select needs options' : 'only a select has options';
  return options === undefined || isChoices(options) ? undefined : 'options must be a list of { value, label }';
}

const isChoices = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item: unknown) => {
    const { label, value: text }: Readonly<Record<string, unknown>> = typeof item === 'object' && item !== null ? { ...item } : {};
    return typeof text === 'string' && typeof label === 'string';
  });

/** `auth.login`: a subject that is made from a field needs one that the page sends. */
export function loginSubjectProblem(value: unknown): string | undefined {
  const { fields, subject }: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const { fromField, strategy }: Readonly<Record<string, unknown>> = typeof subject === 'object' && subject !== null ? { ...subject } : {};
  if (strategy !== 'per-account') return undefined;
  if (typeof fromField !== 'string') return 'subject.fromField is required: per-account makes the subject from a field';
  if (typeof fields !== 'object' || fields === null || Object.hasOwn(fields, fromField)) return undefined;
  return `subject.fromField names "${fromField}", which fields does not have: ${Object.keys(fields).join(', ')}`;
}

/** An issuer (RFC 8414 section 2): clients compare it character by character, so it has one form. */
export const issuerProblem = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:\/\//.test(text) && !/[?#\s]/.test(text)
    ? undefined
    : 'expected an http or https URL without query and fragment';

/** Items of `auth.allowedScopes` and alike. */
export const scopeProblem = (text: string): string | undefined =>
  /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text) ? undefined : 'expected a scope: printable characters without space, quote and backslash';

/** Browsers load a logo from where it says. */
export const logoProblem = (text: string): string | undefined =>
  /^(?:https:\/\/|data:image\/)/i.test(text) ? undefined : 'expected an https URL, or a data URL of an image';

/** One entry of `auth.ui`. */
export function authPageProblem(slot: string, file: unknown): string | undefined {
  if (!authSlots.some((one) => one === slot)) return `is no page; expected ${authSlots.join(', ')}`;
  return typeof file === 'string' && /\.[cm]?[jt]sx?$/.test(file) ? undefined : 'must be the path of a component file, such as ./login.tsx';
}

/** One entry of `auth.extras`. */
export const authExtraProblem = (_name: string, run: unknown): string | undefined =>
  typeof run === 'function' ? undefined : 'must be a function';
