import { assemblyStepsOf } from '../features/application/define-feature.ts';
import { loggingOf } from '../mcp/assembly/assemble.ts';
import { loggingDefaults } from '../options/generated.ts';
import { type Environment, unreadVariables } from '../options/env.ts';
import { cleanRecord, createLogger, printJsonRecord, printTextRecord, type Logger, type LogRecord, type LogSink } from '../std/index.ts';
import type { HostedServer } from './host.ts';

/** The log of a server: there before its model, so that a failing start is in it too. */
export interface HostLog {
  readonly logger: Logger;
  /** Adds a sink of a feature, which also gets the earlier records. */
  readonly addSink: (sink: LogSink) => void;
}

/** Records kept for sinks that are still to come. */
const maxEarly = 200;

/** In production logs are read by machines, elsewhere by people. */
export function openHostLog(hosted: HostedServer, environment: Environment, write: (line: string) => void): HostLog {
  const said = loggingOf(hosted.server, hosted.constants, assemblyStepsOf(hosted.features));
  const { mapStack } = hosted;
  const redaction = { names: new Set(said.redactFields), stacks: said.stacks !== false, mapStack };
  const print = environment.NODE_ENV === 'production' ? printJsonRecord : printTextRecord;
  const sinks: LogSink[] = said.console === undefined ? [(record) => write(`${print(record)}\n`)] : [];
  let early: LogRecord[] | undefined = said.further === true ? [] : undefined;
  const tell: LogSink = (record) => {
    const clean = cleanRecord(record, redaction);
    for (const sink of sinks) takeQuietly(sink, clean);
    if (early !== undefined && early.length < maxEarly) early.push(clean);
  };
  const { levelInCode, prefix: name = '' } = said;
  const { SERVICE_LOG_LEVEL: given = said.level } = environment;
  const logger = createLogger(tell, levelInCode ? said.level : given, { name });
  if (levelInCode && given !== said.level) logger.warn('SERVICE_LOG_LEVEL has no effect: logging.level is set in code');
  for (const [variable, instead] of Object.entries(unreadVariables))
    if (environment.variable(variable) !== undefined) logger.warn(`${variable} has no effect: ${instead}`);
  return {
    logger,
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
    // Not reported: the log is what failed.
  }
}

/** The log of a platform before anything is known of its server. */
export const openEarlyLog = (write: (line: string) => void): Logger =>
  createLogger((record) => write(`${printTextRecord(cleanRecord(record))}\n`), loggingDefaults.level);
