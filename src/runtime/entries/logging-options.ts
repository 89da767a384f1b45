import type { LoggingModel } from '../model/server-model.ts';
import { loggingDefaults } from '../options/generated.ts';
import { logLevelNames } from '../options/log-levels.ts';
import { valueAt } from '../options/value-at.ts';
import { withoutUndefined } from '../std/index.ts';

/** The one reading of `logging` and `observability.logging`. Unchecked: a log is opened before options are, and tells what is wrong with them. */
export function loggingOptions(options: unknown): LoggingModel {
  const at = (path: string): unknown => valueAt(options, path);
  const [level, prefix, sinks] = [at('logging.level'), at('logging.prefix'), at('observability.logging.sinks')];
  const redactFields = at('observability.logging.redactFields');
  const console = at('logging.enableConsole') !== false && (!Array.isArray(sinks) || sinks.some(isConsole));
  const levelInCode = logLevelNames.find((name) => name === level);
  return withoutUndefined({
    level: levelInCode ?? loggingDefaults.level,
    levelInCode: levelInCode === undefined ? undefined : true,
    prefix: typeof prefix === 'string' && prefix !== '' ? prefix : undefined,
    console: console ? undefined : false,
    further: Array.isArray(sinks) || Array.isArray(at('logging.transports')) ? true : undefined,
    redactFields: Array.isArray(redactFields) ? redactFields.map((name) => String(name).toLowerCase()) : undefined,
    stacks: at('observability.logging.includeStacks') === false ? false : undefined,
  });
}

const isConsole = (sink: unknown): boolean => sink === 'console' || valueAt(sink, 'type') === 'console';
