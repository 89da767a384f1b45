import { createLogger } from '../std/index.ts';
import type { Logger, LogLevelName, LogRecord } from '../std/index.ts';

/** A logger whose records become lines for people. */
export function createTextLogger(write: (line: string) => void, level: LogLevelName): Logger {
  return createLogger((record) => write(`${printRecord(record)}\n`), level);
}

/** One line, without its end. */
export function printRecord(record: LogRecord): string {
  const name = record.name === '' ? '' : ` ${record.name}`;
  const fields = Object.entries(record.fields).map(([key, value]) => ` ${key}=${printValue(value)}`);
  return `${record.level.toUpperCase()}${name} ${record.message}${fields.join('')}`;
}

function printValue(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message;
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? 'undefined';
}
