import { createLogger, redact } from '../std/index.ts';
import type { Logger, LogLevelName, LogRecord } from '../std/index.ts';

/** A logger whose records become one JSON object a line, as log collectors read them. */
export function createJsonLogger(write: (line: string) => void, level: LogLevelName, now: () => Date = () => new Date()): Logger {
  return createLogger((record) => write(`${printJsonRecord(record, now())}\n`), level);
}

/** What a field is named cannot replace time, level or message. */
function printJsonRecord({ fields, level, message, name }: LogRecord, time: Date): string {
  const kept = redact(fields);
  return JSON.stringify({
    time: time.toISOString(),
    level,
    ...(name === '' ? {} : { logger: name }),
    message: redact(message),
    ...(typeof kept === 'object' && kept !== null && Object.keys(kept).length > 0 ? { fields: kept } : {}),
  });
}
