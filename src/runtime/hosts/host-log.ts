import type { Environment } from '../options/env.ts';
import type { Logger, LogLevelName } from '../std/index.ts';
import { createJsonLogger } from './json-log.ts';
import { createTextLogger } from './text-log.ts';

/** In production logs are read by machines, elsewhere by people. */
export function createHostLogger(environment: Environment, write: (line: string) => void, level: LogLevelName): Logger {
  return environment.NODE_ENV === 'production' ? createJsonLogger(write, level) : createTextLogger(write, level);
}
