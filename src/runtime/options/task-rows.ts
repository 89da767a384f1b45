import { taskDefaults } from './defaults.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

export const taskRows: readonly OptionRow[] = rowsOf('service', [
  ['tasks.enabled', ['boolean'], { default: true }],
  ['tasks.defaultTtlMs', ['number'], { default: taskDefaults.ttlMs }],
  ['tasks.maxTtlMs', ['number'], { default: taskDefaults.maxTtlMs }],
  ['tasks.defaultPollIntervalMs', ['number'], { default: taskDefaults.pollIntervalMs }],
  ['tasks.maxConcurrentPerSession', ['number'], { default: taskDefaults.maxRunning }],
  ['tasks.runner', [{ literals: ['in-process', 'cli'] }], { default: 'in-process' }],
  ['tasks.redis', ['object']],
  ['tasks.sqlite', ['object']],
  ['tasks.keyPrefix', ['string']],
  ['tasks.strict', ['boolean']],
  ['tasks.cliRunnerCommand', ['object']],
]);
