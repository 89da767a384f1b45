import { escapeUnicode } from './escape.ts';
import type { LogRecord } from './logger.ts';
import { redact, redactText } from './redact.ts';
import type { Redaction } from './redact.ts';

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
