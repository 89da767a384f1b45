import { createLogger, redact, redactText } from '../std/index.ts';
import type { Logger, LogLevelName, LogRecord } from '../std/index.ts';

/** A logger whose records become lines for people. */
export function createTextLogger(write: (line: string) => void, level: LogLevelName): Logger {
  return createLogger((record) => write(`${printRecord(record)}\n`), level);
}

function printRecord(record: LogRecord): string {
  const name = record.name === '' ? '' : ` ${record.name}`;
  const fields = Object.entries(printable(record.fields)).map(([key, value]) => ` ${key}=${printValue(value)}`);
  return `${record.level.toUpperCase()}${name} ${redactText(record.message)}${fields.join('')}`;
}

function printable(fields: LogRecord['fields']): object {
  const kept = redact(fields);
  return typeof kept === 'object' && kept !== null ? kept : {};
}

function printValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string') return value.stack;
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? 'undefined';
}
