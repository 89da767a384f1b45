import type { LogFields, Logger, LogLevelName } from './logger.ts';

/** One thing said, before it becomes text. */
export interface LogRecord {
  readonly time: Date;
  readonly level: Exclude<LogLevelName, 'off'>;
  readonly message: string;
  /** Names of the children from the outermost inwards, joined with `.`; empty for the root. */
  readonly name: string;
  readonly fields: LogFields;
}

/** Takes records, one at a time. */
export type LogSink = (record: LogRecord) => void;

const weights: Readonly<Record<LogLevelName, number>> = { debug: 0, verbose: 1, info: 2, warn: 3, error: 4, off: 100 };

/**
 * A logger that hands every record of at least `level` to `write`. The host decides what `write` does; a `write` that throws must not
 * take the server down, so its failure is swallowed.
 */
export function createLogger(write: LogSink, level: LogLevelName, { name = '', now = () => new Date() }: RootLog = {}): Logger {
  return loggerNamed({ write, least: weights[level], name, fields: {}, now });
}

interface RootLog {
  /** Stands before the names of all children. */
  readonly name?: string;
  readonly now?: () => Date;
}

interface State extends Required<RootLog> {
  readonly write: LogSink;
  readonly least: number;
  readonly fields: LogFields;
}

function loggerNamed(state: State): Logger {
  const say = (level: LogRecord['level']) => (message: string, fields?: LogFields) => {
    if (weights[level] < state.least) return;
    const kept = fields === undefined ? state.fields : { ...state.fields, ...fields };
    try {
      state.write({ time: state.now(), level, message, name: state.name, fields: kept });
    } catch {
      // A full disk or a closed pipe must not fail a call.
    }
  };
  return {
    debug: say('debug'),
    verbose: say('verbose'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    child: (name, fields) =>
      loggerNamed({ ...state, name: state.name === '' ? name : `${state.name}.${name}`, fields: { ...state.fields, ...fields } }),
  };
}

/** Says nothing. */
export const silentLogger: Logger = createLogger(() => undefined, 'off');
