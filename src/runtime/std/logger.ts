/** Levels in rising order of weight; `off` silences everything. */
export type LogLevelName = 'debug' | 'verbose' | 'info' | 'warn' | 'error' | 'off';

/** Further facts of a log record, by name. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The only way anything below `hosts/` says something. Hosts decide where it goes: never stdout under stdio. */
export interface Logger {
  /** Writes a record of level `debug`. */
  debug(message: string, fields?: LogFields): void;
  /** Writes a record of level `verbose`. */
  verbose(message: string, fields?: LogFields): void;
  /** Writes a record of level `info`. */
  info(message: string, fields?: LogFields): void;
  /** Writes a record of level `warn`. */
  warn(message: string, fields?: LogFields): void;
  /** Writes a record of level `error`. */
  error(message: string, fields?: LogFields): void;
  /** A logger whose records carry `name` and the given fields. */
  child(name: string, fields?: LogFields): Logger;
}

/** One log record, before it is formatted. */
export interface LogRecord {
  /** When it was written. */
  readonly time: Date;
  /** Its level. */
  readonly level: Exclude<LogLevelName, 'off'>;
  /** Its text. */
  readonly message: string;
  /** Names of the children from the outermost inwards, joined with `.`; empty for the root. */
  readonly name: string;
  /** Its further facts, those of the logger among them. */
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
  return loggerNamed({ write, minWeight: weights[level], name, fields: {}, now });
}

interface RootLog {
  /** Precedes the names of all children. */
  readonly name?: string;
  readonly now?: () => Date;
}

interface State extends Required<RootLog> {
  readonly write: LogSink;
  readonly minWeight: number;
  readonly fields: LogFields;
}

function loggerNamed(state: State): Logger {
  const logAt = (level: LogRecord['level']) => (message: string, fields?: LogFields) => {
    if (weights[level] < state.minWeight) return;
    const kept = fields === undefined ? state.fields : { ...state.fields, ...fields };
    try {
      state.write({ time: state.now(), level, message, name: state.name, fields: kept });
    } catch {
      // A full disk or a closed pipe must not fail a call.
    }
  };
  return {
    debug: logAt('debug'),
    verbose: logAt('verbose'),
    info: logAt('info'),
    warn: logAt('warn'),
    error: logAt('error'),
    child: (name, fields) =>
      loggerNamed({ ...state, name: state.name === '' ? name : `${state.name}.${name}`, fields: { ...state.fields, ...fields } }),
  };
}

/** A logger that drops every record. */
export const silentLogger: Logger = createLogger(() => undefined, 'off');
