import type { LogFields, Logger, LogLevelName } from './logger.ts';

/** One thing said, before it becomes text. */
export interface LogRecord {
  readonly level: Exclude<LogLevelName, 'off'>;
  readonly message: string;
  /** Names of the children from the outermost inwards, joined with `.`; empty for the root. */
  readonly name: string;
  readonly fields: LogFields;
}

const weights: Readonly<Record<LogLevelName, number>> = { debug: 0, verbose: 1, info: 2, warn: 3, error: 4, off: 100 };

/**
 * A logger that hands every record of at least `level` to `write`. The host decides what `write` does; a `write` that throws must not
 * take the server down, so its failure is swallowed.
 */
export function createLogger(write: (record: LogRecord) => void, level: LogLevelName): Logger {
  return loggerNamed({ write, least: weights[level], name: '', fields: {} });
}

function loggerNamed(state: { write: (record: LogRecord) => void; least: number; name: string; fields: LogFields }): Logger {
  const say = (level: LogRecord['level']) => (message: string, fields?: LogFields) => {
    if (weights[level] < state.least) return;
    try {
      state.write({ level, message, name: state.name, fields: fields === undefined ? state.fields : { ...state.fields, ...fields } });
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
