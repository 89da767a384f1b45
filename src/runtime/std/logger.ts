/** Levels in rising order of weight; `off` silences everything. */
export type LogLevelName = 'debug' | 'verbose' | 'info' | 'warn' | 'error' | 'off';

export type LogFields = Readonly<Record<string, unknown>>;

/** The only way anything below `hosts/` says something. Hosts decide where it goes: never stdout under stdio. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  verbose(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose records carry `name` and the given fields. */
  child(name: string, fields?: LogFields): Logger;
}
