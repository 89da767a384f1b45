import { readUriTemplate, type TemplatePart } from '../model/index.ts';

export interface UriMatcher {
  /** Values of the template's variables in a URI; `undefined` when it does not fit. */
  readonly match: (uri: string) => Readonly<Record<string, string>> | undefined;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
}

/**
 * Matches URIs against a template of RFC 6570 level 1 and `{+x}` by searching for the literals from left to right. Linear in the URI:
 * no regular expression that a caller's URI could make slow.
 */
export function createUriMatcher(template: string): UriMatcher {
  const read = readUriTemplate(template);
  const parts = 'parts' in read ? read.parts : [];
  return {
    match: (uri) => matchParts(parts, uri),
    variables: parts.flatMap((part) => ('variable' in part ? [part.variable] : [])),
  };
}

function matchParts(parts: readonly TemplatePart[], uri: string): Readonly<Record<string, string>> | undefined {
  const values: [string, string][] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if ('literal' in part) {
      if (!uri.startsWith(part.literal, at)) return undefined;
      at += part.literal.length;
      continue;
    }
    const next = parts[index + 1];
    const literal = next !== undefined && 'literal' in next ? next.literal : undefined;
    // A literal at the very end is searched from the end, so that {+path}.md takes the last ".md".
    const end =
      literal === undefined ? uri.length : index + 2 === parts.length ? uri.length - literal.length : uri.indexOf(literal, at + 1);
    if (end <= at || (literal !== undefined && !uri.startsWith(literal, end))) return undefined;
    const value = decode(uri.slice(at, end), part.reserved);
    if (value === undefined || (leadingSeparator.test(value) && continuesPath(parts[index - 1]))) return undefined;
    values.push([part.variable, value]);
    at = end;
  }
  return at === uri.length ? Object.fromEntries(values) : undefined;
}

/**
 * Level 1 variables hold no separators: `docs://{id}` must not match `docs://a/../b`, nor `docs://..%2Fb`, because the value is what a server
 * makes a path of. The backslash is a separator of paths too.
 */
const uriSeparators = /[/?#]/;
const pathSeparators = /[/\\]/;
/** Segments that lead out of a folder, in `{+path}` too; no normalised URI holds one (RFC 3986 section 6.2.2.3). */
const dotSegments = /(?:^|[/\\])\.\.?(?:$|[/\\])/;

/** `docs://{+path}` must not match `docs:///etc/hosts`: resolved against a folder, a value that begins with a separator is a path of its own. */
const leadingSeparator = /^[/\\]/;

/** NUL ends the path that a system call reads, and a line break ends a header or a log line that a value is put into. */
const controls = /\p{Cc}/u;

/** After a `/` no second one may begin a value; in `file://{+path}` the value is a whole path, and begins with the first. */
const continuesPath = (before: TemplatePart | undefined): boolean =>
  before !== undefined && 'literal' in before && before.literal.endsWith('/') && before.literal !== 'file://';

function decode(raw: string, reserved: boolean): string | undefined {
  try {
    const value = decodeURIComponent(raw);
    const leadsElsewhere = dotSegments.test(value) || (!reserved && (uriSeparators.test(raw) || pathSeparators.test(value)));
    return leadsElsewhere || controls.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
