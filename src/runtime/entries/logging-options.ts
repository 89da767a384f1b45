import type { LoggingModel } from '../model/server-model.ts';
import { loggingDefaults } from '../options/generated.ts';
import { logLevelNames } from '../options/env.ts';
import { valueAt } from '../options/value-at.ts';

/** The one reading of `logging` and `observability.logging`. Unchecked: a log is opened before options are, and tells what is wrong with them. */
export function loggingOptions(options: unknown): LoggingModel {
  const at = (path: string): unknown => valueAt(options, path);
  const [level, prefix, sinks] = [at('logging.level'), at('logging.prefix'), at('observability.logging.sinks')];
  const redactFields = at('observability.logging.redactFields');
  const console = at('logging.enableConsole') !== false && (!Array.isArray(sinks) || sinks.some(isConsole));
  const levelInCode = logLevelNames.find((name) => name === level);
  return {
    level: levelInCode ?? loggingDefaults.level,
    ...(levelInCode === undefined ? {} : { levelInCode: true }),
    ...(typeof prefix === 'string' && prefix !== '' ? { prefix } : {}),
    ...(console ? {} : { console }),
    ...(Array.isArray(sinks) || Array.isArray(at('logging.transports')) ? { further: true } : {}),
    ...(Array.isArray(redactFields) ? { redactFields: redactFields.map((name) => String(name).toLowerCase()) } : {}),
    ...(at('observability.logging.includeStacks') === false ? { stacks: false } : {}),
  };
}

const isConsole = (sink: unknown): boolean => sink === 'console' || valueAt(sink, 'type') === 'console';
