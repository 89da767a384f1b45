import { declaredAs } from '../define/index.ts';
import type { AnyClass } from '../define/index.ts';
import { defaults } from '../options/defaults.ts';
import { logLevelNames } from '../options/env.ts';
import type { Environment } from '../options/env.ts';
import { valueAt } from '../options/value-at.ts';
import { cleanRecord, createLogger, printJsonRecord, printTextRecord } from '../std/index.ts';
import type { Logger, LogLevelName, LogRecord, LogSink, Redaction } from '../std/index.ts';

/** The log of a server: there before its model, so that a failing start is in it too. */
export interface HostLog {
  readonly logger: Logger;
  /** Adds what a feature brings; it is given what was said before it came, too. */
  readonly addSink: (sink: LogSink) => void;
}

/** Records kept for sinks that are still to come. */
const mostEarly = 200;

/** In production logs are read by machines, elsewhere by people. */
export function openHostLog(server: AnyClass, environment: Environment, write: (line: string) => void): HostLog {
  const said = readLogging(server);
  const print = environment.NODE_ENV === 'production' ? printJsonRecord : printTextRecord;
  const sinks: LogSink[] = said.console ? [(record) => write(`${print(record)}\n`)] : [];
  let early: LogRecord[] | undefined = said.further ? [] : undefined;
  const tell: LogSink = (record) => {
    const clean = cleanRecord(record, said.redaction);
    for (const sink of sinks) takeQuietly(sink, clean);
    if (early !== undefined && early.length < mostEarly) early.push(clean);
  };
  return {
    logger: createLogger(tell, environment.SERVICE_LOG_LEVEL ?? said.level, { name: said.prefix }),
    addSink: (sink) => {
      const missed = early ?? [];
      early = undefined;
      sinks.push(sink);
      for (const record of missed) takeQuietly(sink, record);
    },
  };
}

/** A sink that fails takes nothing from the others, and no call fails for want of a log. */
function takeQuietly(sink: LogSink, record: LogRecord): void {
  try {
    sink(record);
  } catch {
    // Said nowhere: the place to say it is what failed.
  }
}

/** The log of a platform before anything is known of its server. */
export const openEarlyLog = (write: (line: string) => void): Logger =>
  createLogger((record) => write(`${printTextRecord(cleanRecord(record))}\n`), defaults.logLevel);

interface Logging {
  readonly level: LogLevelName;
  readonly prefix: string;
  readonly console: boolean;
  /** Whether a feature brings sinks. */
  readonly further: boolean;
  readonly redaction: Redaction;
}

/** `logging` and `observability.logging`, unchecked: a decorator that says nothing useful is refused when its model is made. */
function readLogging(server: AnyClass): Logging {
  const options = declaredAs('server', server)?.options ?? {};
  const at = (path: string): unknown => valueAt(options, path);
  const [level, prefix, sinks] = [at('logging.level'), at('logging.prefix'), at('observability.logging.sinks')];
  const redactFields = at('observability.logging.redactFields');
  return {
    level: logLevelNames.find((name) => name === level) ?? defaults.logLevel,
    prefix: typeof prefix === 'string' ? prefix : '',
    console: at('logging.enableConsole') !== false && (!Array.isArray(sinks) || sinks.includes('console')),
    further: Array.isArray(sinks) || Array.isArray(at('logging.transports')),
    redaction: {
      names: new Set(Array.isArray(redactFields) ? redactFields.map((name) => String(name).toLowerCase()) : []),
      stacks: at('observability.logging.includeStacks') !== false,
    },
  };
}
