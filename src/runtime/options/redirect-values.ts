import { isRecord, isTexts } from '../std/index.ts';

/** Characters. */
const maxLength = 2048;

/** Schemes that browsers run or open themselves: a code that goes there reaches no app. */
const browserSchemes: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'data', 'blob', 'file', 'filesystem', 'about', 'view-source', 'http', 'https', 'ws', 'wss', 'ftp', 'mailto', 'tel', 'sms', 'intent', 'chrome']); // prettier-ignore

/** Items of `auth.dcr.privateUseSchemes` (RFC 8252 section 7.1). */
export function privateSchemeProblem(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]{0,63}$/.test(text)) return 'expected a scheme in lower case without colon, such as cursor';
  return browserSchemes.has(text) ? 'browsers open this scheme themselves; list the scheme of an app' : undefined;
}

/** The scheme of a redirect URI of an app on the person's device, when it is listed. */
export const privateSchemeOf = (uri: string, listed: readonly string[]): string | undefined =>
  listed.find((scheme) => !browserSchemes.has(scheme) && uri.startsWith(`${scheme}:/`));

/**
 * Why no client may have this redirect URI, or undefined. The raw text is judged too: parsers mend what browsers and proxies may read
 * otherwise (RFC 9700 section 2.1).
 * @param privateSchemes of apps on the person's device, that may be used beside http and https
 */
export function redirectUriProblem(uri: string, privateSchemes: readonly string[]): string | undefined {
  const shown = `redirect URI "${uri.slice(0, 200)}"`;
  if (uri.length > maxLength) return `${shown} is longer than ${maxLength} characters`;
  const isWeb = /^https?:\/\/[^/]/i.test(uri);
  if (!(isWeb || privateSchemeOf(uri, privateSchemes) !== undefined) || !URL.canParse(uri)) {
    const others = privateSchemes.length === 0 ? '' : `, or begin with ${privateSchemes.map((scheme) => `${scheme}:/`).join(' or ')}`;
    return `${shown} must be an absolute http or https URL${others}`;
  }
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(uri)) return `${shown} holds characters that no URL may hold`;
  const url = new URL(uri);
  if (uri.includes('#')) return `${shown} must have no fragment`;
  if (url.username !== '' || url.password !== '') return `${shown} must have no user or password`;
  return undefined;
}

const isWebEntry = (text: string): boolean => /^https?:\/\/[\x21-\x7e]+$/i.test(text) && !/[#@\\]/.test(text);

function entryProblem(text: string, privateSchemes: readonly string[]): string | undefined {
  if (privateSchemeOf(text, privateSchemes) === undefined)
    return isWebEntry(text) ? undefined : 'expected an http or https URL, with * for characters within a part, or one of privateUseSchemes';
  return text.includes('*') ? 'is compared exactly: write it without *' : redirectUriProblem(text, privateSchemes);
}

/** `auth.dcr`: redirect URIs are checked as the start checks them, beside the schemes that are listed. */
export function dcrProblems(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const { allowedRedirectUris, clients, privateUseSchemes } = value;
  const schemes = isTexts(privateUseSchemes) ? privateUseSchemes : [];
  const entries = (isTexts(allowedRedirectUris) ? allowedRedirectUris : []).flatMap((text, at) => {
    const problem = entryProblem(text, schemes);
    return problem === undefined ? [] : [`allowedRedirectUris item ${at + 1}: ${problem}`];
  });
  const uris = (Array.isArray(clients) ? clients.filter(isRecord) : []).flatMap(({ redirectUris }, at) =>
    (isTexts(redirectUris) ? redirectUris : []).flatMap((uri) => {
      const problem = redirectUriProblem(uri, schemes);
      return problem === undefined ? [] : [`clients item ${at + 1}: ${problem}`];
    }),
  );
  return [...entries, ...uris];
}
