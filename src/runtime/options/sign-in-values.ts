import { authSlots } from './auth-slots.ts';
import { eachItem } from './list-rules.ts';

const methods = ['none', 'client_secret_post', 'client_secret_basic'];
const fieldTypes = ['text', 'password', 'email', 'select', 'hidden'];

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

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
    const { clientSecret, tokenEndpointAuthMethod: method } = client;
    if (!isOptional(method, (value) => methods.some((one) => one === value)))
      return `tokenEndpointAuthMethod must be ${methods.join(', ')}`;
    if (method !== undefined && method !== 'none' && clientSecret === undefined) return 'this tokenEndpointAuthMethod needs a clientSecret';
    return undefined;
  },
);

/** `auth.login.fields`: name to field. */
export function loginFieldProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  return fields.flatMap(([name, field]) => {
    const { type = 'text' } = typeof field === 'object' && field !== null ? (field as { type?: unknown }) : { type: null };
    const problem = fieldTypes.some((one) => one === type) ? undefined : `type must be one of ${fieldTypes.join(', ')}`;
    return problem === undefined ? [] : [`"${name}": ${problem}`];
  });
}

/** An issuer (RFC 8414 section 2): clients compare it character by character, so it has one form. */
export const issuerProblem = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:\/\//.test(text) && !/[?#\s]/.test(text)
    ? undefined
    : 'expected an http or https URL without query and fragment';

/** Items of `auth.allowedScopes` and alike. */
export const scopeProblem = (text: string): string | undefined =>
  /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text) ? undefined : 'expected a scope: printable characters without space, quote and backslash';

/** Items of `auth.dcr.allowedRedirectUris`. */
export const redirectEntryProblem = (text: string): string | undefined =>
  /^https?:\/\/[\x21-\x7e]+$/i.test(text) && !/[#@\\]/.test(text)
    ? undefined
    : 'expected an http or https URL, with * for characters within a part';

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
