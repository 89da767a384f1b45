import { escapeUnicode } from './escape.ts';
import type { LogRecord } from './logger.ts';

const secretName = /(?:authorization|cookie|password|passwd|secret|token|api[_-]?key|private[_-]?key|credentials?)$/i;
/** Tokens in headers, and passwords in URLs, that reach a log inside of texts. */
const bearer = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi;
/**
 * Looked for from its colon on, back to `://`: a caller whose text is logged can send long texts, and a search that begins anew at each
 * letter of a scheme needs the square of their length.
 */
const password = /:(?<=[a-z0-9+.-]:\/\/[^\s/:@]*:)[^\s/@]*@/gi;
const maxLevels = 6;

const redacted = '[redacted]';

/** Whether a member of this name holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** A text without tokens and passwords of URLs. */
export const redactText = (text: string): string => text.replaceAll(bearer, `$1 ${redacted}`).replaceAll(password, `:${redacted}@`);

/** Further members that a log leaves out. */
export interface Redaction {
  /** Further names of members whose value is a secret, in lower case. */
  readonly names?: ReadonlySet<string>;
  /** False: no member named `stack`. */
  readonly stacks?: boolean;
  /** What a member named `stack` becomes. */
  readonly mapStack?: (stack: string) => string;
}

/** A copy fit for a log: members named like secrets lose their value, errors become plain, nothing is deeper than a few levels. */
function redact(value: unknown, rule: Redaction = {}, level = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  // Three dots, not the one sign: a single character beyond Latin-1 would make V8 keep all of a bundle's text in twice the memory.
  if (level >= maxLevels) return '[...]';
  if (value instanceof Error) return redactError(value, rule, level);
  if (Array.isArray(value)) return value.map((item) => redact(item, rule, level + 1));
  return redactMembers(value, rule, level);
}

function redactMembers(value: object, rule: Redaction, level: number): Record<string, unknown> {
  const { mapStack, names, stacks = true } = rule;
  const kept = Object.entries(value).filter(([key]) => stacks || key !== 'stack');
  return Object.fromEntries(
    kept.map(([key, item]) => [
      key,
      secretName.test(key) || names?.has(key.toLowerCase()) === true
        ? redacted
        : redact(key === 'stack' && typeof item === 'string' ? (mapStack?.(item) ?? item) : item, rule, level + 1),
    ]),
  );
}

function redactError(error: Error, rule: Redaction, level: number): Record<string, unknown> {
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: redactText(error.message),
    ...(error.stack === undefined || rule.stacks === false ? {} : { stack: redactText(rule.mapStack?.(error.stack) ?? error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, rule, level + 1) }),
  };
}

/** A record without secrets: what any sink is given. */
export function cleanRecord(record: LogRecord, rule: Redaction = {}): LogRecord {
  const fields = redact(record.fields, rule);
  return { ...record, message: redactText(record.message), fields: typeof fields === 'object' && fields !== null ? { ...fields } : {} };
}

/** One JSON object, as log collectors read them. What a field is named cannot replace time, level or message. */
export function printJsonRecord({ fields, level, message, name, time }: LogRecord): string {
  return visible(
    JSON.stringify({
      time: time.toISOString(),
      level,
      ...(name === '' ? {} : { logger: name }),
      message,
      ...(Object.keys(fields).length > 0 ? { fields } : {}),
    }),
  );
}

/**
 * A line for people. Errors quote text of strangers (CWE-117): further lines are indented, so that none looks like a record, and characters
 * that move the cursor or reorder letters are escaped.
 */
export function printTextRecord({ fields, level, message, name }: LogRecord): string {
  const shown = Object.entries(fields).map(([key, value]) => ` ${key}=${printValue(value)}`);
  const line = `${level.toUpperCase()}${name === '' ? '' : ` ${name}`} ${message}${shown.join('')}`;
  return line.split('\n').map(visible).join('\n  ');
}

function printValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string')
    return 'cause' in value ? `${value.stack}\ncause: ${printValue(value.cause)}` : value.stack;
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? 'undefined';
}

// oxlint-disable-next-line no-control-regex
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Characters that a terminal obeys instead of showing them, as JSON would escape them. */
const visible = (text: string): string => text.replaceAll(unseen, escapeUnicode);
