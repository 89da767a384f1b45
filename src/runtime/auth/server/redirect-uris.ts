import { isLoopbackUrl } from './urls.ts';

/** Characters. */
const mostLength = 2048;

/**
 * Why no client may have this redirect URI, or undefined. The raw text is judged too: parsers mend what browsers and proxies may read
 * otherwise (RFC 9700 section 2.1).
 */
export function redirectUriProblem(uri: string): string | undefined {
  const shown = `redirect URI "${uri.slice(0, 200)}"`;
  if (uri.length > mostLength) return `${shown} is longer than ${mostLength} characters`;
  if (!/^https?:\/\/[^/]/i.test(uri) || !URL.canParse(uri)) return `${shown} must be an absolute http or https URL`;
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(uri)) return `${shown} holds characters that no URL may hold`;
  const url = new URL(uri);
  if (uri.includes('#')) return `${shown} must have no fragment`;
  if (url.username !== '' || url.password !== '') return `${shown} must have no user or password`;
  return undefined;
}

/** Whether a registered URI goes to this computer only; any program here could listen there. */
export const isLoopbackUri = (uri: string): boolean => URL.canParse(uri) && isLoopbackUrl(new URL(uri));

// Whether an entry of `dcr.allowedRedirectUris` covers a URI. A star stands for characters within one part: host label, port, path segment
// or query. Both are taken apart before they are compared, so http://localhost:*/callback never covers http://localhost:1@evil.com/callback.
export function coversRedirectUri(entry: string, uri: string): boolean {
  if (!entry.includes('*')) return entry === uri;
  const pattern = partsOf(entry);
  const parts = partsOf(uri);
  if (pattern === undefined || parts === undefined || pattern.scheme.toLowerCase() !== parts.scheme.toLowerCase()) return false;
  return (
    coversList(pattern.host.split('.'), parts.host.split('.')) &&
    coversPart(pattern.port, parts.port) &&
    coversList(pattern.path.split('/'), parts.path.split('/')) &&
    coversPart(pattern.query, parts.query)
  );
}

interface UriParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
}

/** Of the raw text; userinfo and fragments fit no form. */
function partsOf(uri: string): UriParts | undefined {
  const match = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/?#@:[\]\\]*)(?::([\d*]*))?(\/[^?#\\]*)?(?:\?([^#\\]*))?$/i.exec(uri);
  if (match === null) return undefined;
  const [, scheme = '', host = '', port = '', path = '', query = ''] = match;
  return { scheme, host: host.toLowerCase(), port, path, query };
}

const coversList = (entries: readonly string[], parts: readonly string[]): boolean =>
  entries.length === parts.length && entries.every((entry, at) => coversPart(entry, parts[at] ?? ''));

/** One `*` at most does all of its work; further ones are read as text that no URI holds. */
function coversPart(entry: string, part: string): boolean {
  const star = entry.indexOf('*');
  if (star < 0) return entry === part;
  const [before, after] = [entry.slice(0, star), entry.slice(star + 1)];
  return part.length > before.length + after.length - 1 && part.startsWith(before) && part.endsWith(after) && !isDots(part);
}

/** Browsers walk these up a path. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);
