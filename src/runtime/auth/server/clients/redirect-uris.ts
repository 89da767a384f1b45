import { isLoopbackUrl } from '../address/urls.ts';

/** Whether a registered URI goes to this computer only; any program here could listen there. */
export const isLoopbackUri = (uri: string): boolean => /^https?:/i.test(uri) && URL.canParse(uri) && isLoopbackUrl(new URL(uri));

/**
 * Whether an entry of `dcr.allowedRedirectUris` covers a URI. Without a star both are compared as text. A star stands for characters within
 * one host label, port, path segment or query; the URI is taken apart as browsers do it, because `myapp-1%2Eevil.pages.dev` looks like one
 * label and is two, and http://localhost:1@evil.com/callback looks like a port.
 */
export function coversRedirectUri(entry: string, uri: string): boolean {
  if (!entry.includes('*')) return entry === uri;
  const pattern = readPattern(entry);
  const url = parseUrl(uri);
  if (pattern === undefined || url === undefined) return false;
  if (url.protocol !== pattern.protocol || url.username !== '' || url.password !== '' || url.href.includes('#')) return false;
  return (
    coversList(pattern.labels, url.hostname.split('.')) &&
    coversPart(pattern.port, url.port) &&
    coversList(pattern.segments, url.pathname.split('/')) &&
    coversPart(pattern.query, url.search.slice(1))
  );
}

interface UriPattern {
  readonly protocol: string;
  readonly labels: readonly string[];
  readonly port: string;
  readonly segments: readonly string[];
  readonly query: string;
}

/** Of an entry with a star. Its port is read apart, because no parser takes one that is not a number; userinfo and fragments fit no form. */
function readPattern(entry: string): UriPattern | undefined {
  const match = /^(https?:\/\/(?:\[[^/?#@]*\]|[^/?#@:[\]\\]+))(?::([\d*]*))?((?:[/?][^#\\]*)?)$/i.exec(entry);
  if (match === null) return undefined;
  const [, origin = '', port = '', rest = ''] = match;
  const text = `${origin}${port.includes('*') ? '' : `:${port}`}${rest}`;
  // In a label that is not ASCII the star would be moved by its encoding.
  const url = /[^\x21-\x7e]/.test(origin) ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  return {
    protocol: url.protocol,
    labels: url.hostname.split('.'),
    port: port.includes('*') ? port : url.port,
    segments: url.pathname.split('/'),
    query: url.search.slice(1),
  };
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A star never stands for a whole label or segment that is not there. */
const coversList = (entries: readonly string[], parts: readonly string[]): boolean =>
  entries.length === parts.length &&
  entries.every((entry, at) => {
    const part = parts[at] ?? '';
    return coversPart(entry, part) && (part !== '' || entry === '');
  });

/** One `*` at most does all of its work; further ones are read as text that no URI holds. */
function coversPart(entry: string, part: string): boolean {
  const star = entry.indexOf('*');
  if (star < 0) return entry === part;
  const [before, after] = [entry.slice(0, star), entry.slice(star + 1)];
  if (part.length < before.length + after.length || !part.startsWith(before) || !part.endsWith(after)) return false;
  // Servers decode these into the end of a segment.
  return !/%(?:2f|5c)/i.test(part.slice(before.length, part.length - after.length));
}
