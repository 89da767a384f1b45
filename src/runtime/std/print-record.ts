import type { LogRecord } from './create-logger.ts';
import { redact, redactText } from './redact.ts';
import type { Redaction } from './redact.ts';

/** A record without secrets: what any sink is given. */
export function cleanRecord(record: LogRecord, rule: Redaction = {}): LogRecord {
  const fields = redact(record.fields, rule);
  return { ...record, message: redactText(record.message), fields: typeof fields === 'object' && fields !== null ? { ...fields } : {} };
}

/** One JSON object, as log collectors read them. What a field is named cannot replace time, level or message. */
export function printJsonRecord({ fields, level, message, name, time }: LogRecord): string {
  return JSON.stringify({
    time: time.toISOString(),
    level,
    ...(name === '' ? {} : { logger: name }),
    message,
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  });
}

/** A line for people. */
export function printTextRecord({ fields, level, message, name }: LogRecord): string {
  const shown = Object.entries(fields).map(([key, value]) => ` ${key}=${printValue(value)}`);
  return `${level.toUpperCase()}${name === '' ? '' : ` ${name}`} ${message}${shown.join('')}`;
}

function printValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string') return value.stack;
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? 'undefined';
}
