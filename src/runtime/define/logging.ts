import type { LogRecord } from '../std/logger.ts';
import { declare } from './metadata.ts';

/** Levels of `logging.level`, from the finest. */
export const LogLevel = {
  Debug: 'debug',
  Verbose: 'verbose',
  Info: 'info',
  Warn: 'warn',
  Error: 'error',
  Off: 'off',
} as const;
/** One of the levels of `logging.level`. */
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** Receives the records of the log (`logging.transports`), secrets removed. Its errors are dropped: a log never fails a call. */
export interface LogTransportInterface {
  /** Takes one record. */
  log(record: LogRecord): void | Promise<void>;
}

/** Options of `@LogTransport`. */
export interface LogTransportMetadata {
  /** Name of the transport. */
  readonly name: string;
  /** Purpose of the transport. */
  readonly description?: string;
}

/**
 * Declares a class as a log transport. It is built once, when the server starts.
 *
 * @example
 * \@LogTransport({ name: 'collect' })
 * class Collect implements LogTransportInterface {
 *   log(record: LogRecord) {
 *     process.stderr.write(`${record.level} ${record.message}\n`);
 *   }
 * }
 */
export function LogTransport(metadata: LogTransportMetadata) {
  return (target: new () => LogTransportInterface, _context?: unknown): void =>
    declare(target, { kind: 'log-transport', options: { ...metadata }, target });
}
