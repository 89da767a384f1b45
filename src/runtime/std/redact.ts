const secretName = /(?:authorization|cookie|password|passwd|secret|token|api[_-]?key|private[_-]?key|credentials?)$/i;
/** Tokens in headers, and passwords in URLs, that reach a log inside of texts. */
const bearer = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi;
const password = /([a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]*@/gi;
const mostLevels = 6;

const redacted = '[redacted]';

/** A text without tokens and passwords of URLs. */
export const redactText = (text: string): string => text.replaceAll(bearer, `$1 ${redacted}`).replaceAll(password, `$1:${redacted}@`);

/** A copy fit for a log: members named like secrets lose their value, errors become plain, nothing is deeper than a few levels. */
export function redact(value: unknown, names: ReadonlySet<string> = new Set(), level = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  if (level >= mostLevels) return '[…]';
  if (value instanceof Error) return redactError(value, names, level);
  if (Array.isArray(value)) return value.map((item) => redact(item, names, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretName.test(key) || names.has(key.toLowerCase()) ? redacted : redact(item, names, level + 1),
    ]),
  );
}

function redactError(error: Error, names: ReadonlySet<string>, level: number): Record<string, unknown> {
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: redactText(error.message),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, names, level + 1) }),
  };
}
