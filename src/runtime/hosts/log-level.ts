import { declaredAs } from '../define/index.ts';
import type { AnyClass } from '../define/index.ts';
import { defaults } from '../options/defaults.ts';
import type { Environment } from '../options/env.ts';
import type { LogLevelName } from '../std/index.ts';

const names: readonly LogLevelName[] = ['debug', 'verbose', 'info', 'warn', 'error', 'off'];

/** The operator's word, then the author's. Read from the declaration: the logger is there before the model. */
export function logLevelOf(server: AnyClass, environment: Environment): LogLevelName {
  if (environment.SERVICE_LOG_LEVEL !== undefined) return environment.SERVICE_LOG_LEVEL;
  const logging = declaredAs('server', server)?.options.logging;
  const level = typeof logging === 'object' && logging !== null && 'level' in logging ? logging.level : undefined;
  return names.find((name) => name === level) ?? defaults.logLevel;
}
