import { declaredAs, type LogSinkOption, type LogTransportInterface } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import { listOf, printJsonRecord, type LogRecord, type LogSink } from '../std/index.ts';
import { OtlpSink } from './otlp-sink.ts';

export interface Sinks {
  readonly take: LogSink;
  /** Sends the remaining records. */
  close(): Promise<void>;
}

export interface SinkOptions {
  /** Options, already validated. */
  readonly transports: unknown;
  readonly sinks: unknown;
  /** Name of the server, for collectors. */
  readonly server: { readonly name: string; readonly version: string };
}

/** A returned promise is not awaited; its rejection is dropped. */
type Taking = (record: LogRecord) => unknown;
type Closing = Taking & { readonly close?: () => Promise<void> };

/**
 * Everything that `logging.transports` and `observability.logging.sinks` name, as one.
 * @throws {ServiceError} CONFIG_INVALID for a class without `@LogTransport`
 */
export function createSinks({ server, sinks, transports }: SinkOptions): Sinks {
  const all: readonly Closing[] = [
    ...listOf(transports).map(buildTransport),
    ...listOf(sinks)
      .filter(isSinkOption)
      .flatMap((option) => createSink(option, server)),
  ];
  return {
    take: (record) => {
      for (const sink of all) takeQuietly(sink, record);
    },
    close: async () => {
      for (const sink of all) await sink.close?.();
    },
  };
}

/** A sink that fails, now or later, does not affect the others. */
function takeQuietly(sink: Taking, record: LogRecord): void {
  try {
    const taken = sink(record);
    if (taken instanceof Promise) taken.catch(() => undefined);
  } catch {
    // Not logged: the log itself failed.
  }
}

function createSink(option: LogSinkOption, server: SinkOptions['server']): readonly Closing[] {
  if (typeof option === 'string') return createSink({ type: option }, server);
  switch (option.type) {
    case 'console':
      // The host writes to the console.
      return [];
    case 'stdout':
      // Under stdio the host redirects the console to stderr, because stdout carries the protocol.
      return [(record) => console.log(printJsonRecord(record))];
    case 'callback':
      return [(record) => option.callback(record)];
    case 'winston':
      return [({ fields, level, message, name }) => void option.logger.log(level, message, { ...fields, logger: name })];
    case 'pino':
      return [(record) => tellPino(option.logger, record)];
    case 'otlp': {
      const sink = new OtlpSink(option, server);
      return [Object.assign((record: LogRecord) => sink.take(record), { close: () => sink.flush() })];
    }
  }
}

type Pino = Extract<LogSinkOption, { readonly type: 'pino' }>['logger'];

const tellPino = (pino: Pino, { fields, level, message, name }: LogRecord): void =>
  void pino[level === 'verbose' ? 'debug' : level]({ ...fields, logger: name }, message);

function buildTransport(given: unknown): Taking {
  if (!isTransportClass(given)) {
    const name = typeof given === 'function' ? given.name : String(given);
    throw configInvalid(`logging.transports: ${name} is no class with @LogTransport`);
  }
  const transport = new given();
  return (record) => transport.log(record);
}

const isTransportClass = (value: unknown): value is new () => LogTransportInterface => declaredAs('log-transport', value) !== undefined;
const isSinkOption = (value: unknown): value is LogSinkOption => typeof value === 'string' || (typeof value === 'object' && value !== null);
