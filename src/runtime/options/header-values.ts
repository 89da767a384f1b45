/** A header name (RFC 9110 section 5.6.2). */
const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

/** A header value: nothing that could end the header and begin another (CR, LF, NUL; RFC 9110 section 5.5). */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Headers that frame a message or name a connection: a fixed value would break, or smuggle, every answer. */
const framing = new Set(['connection', 'content-encoding', 'content-length', 'content-type', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']); // prettier-ignore

/** Headers that one answer gives to one client: the same for every answer they are wrong, or hand one client's state to another. */
const ofOneAnswer = new Set(['etag', 'location', 'mcp-session-id', 'set-cookie', 'www-authenticate']);

/** Problem of a header that is sent with every answer; `undefined` for a good one. */
export function customHeaderProblem(name: string, value: unknown): string | undefined {
  if (!isHeaderName(name)) return 'is no header name';
  const lower = name.toLowerCase();
  if (framing.has(lower)) return 'belongs to the server: it frames the answer';
  if (ofOneAnswer.has(lower)) return 'belongs to the server: it differs between answers';
  if (lower.startsWith('access-control-')) return 'is sent by http.cors alone';
  if (typeof value !== 'string') return 'must be text';
  return isHeaderValue(value) ? undefined : 'holds characters that no header may hold';
}

/** Problems of the directives of a policy: names and values that would end their directive. */
export function directiveProblem(name: string, value: unknown): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return 'is no name of a directive';
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of values) {
    if (typeof item !== 'string') return 'must be text or a list of texts';
    if (!/^[\x20-\x7e]*$/.test(item) || /[;,]/.test(item)) return 'must be printable text without ";" and ","';
  }
  return undefined;
}

/**
 * Directives of `default-src 'self'; upgrade-insecure-requests`, or of a JSON object as the option has it, by name in lower case; the first
 * of a name counts (CSP 3 section 2.2.1).
 */
export function parseDirectives(policy: string): Readonly<Record<string, string>> {
  const directives: Record<string, string> = {};
  for (const [name, value] of policy.trimStart().startsWith('{') ? readJson(policy) : readPolicy(policy)) {
    const lower = name.toLowerCase();
    const problem = directiveProblem(lower, value);
    if (problem !== undefined) throw new Error(`the directive ${problem}`);
    directives[lower] ??= Array.isArray(value) ? value.join(' ') : String(value);
  }
  return directives;
}

function readPolicy(policy: string): readonly (readonly [string, unknown])[] {
  return policy.split(';').flatMap((part) => {
    const [, name, value = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(part) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
}

function readJson(text: string): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(JSON.parse(text) as Record<string, unknown>);
  } catch {
    throw new Error('expected a policy, or a JSON object of directives');
  }
}
