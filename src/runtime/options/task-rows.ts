import { taskDefaults } from './defaults.ts';
import { rowsOf, type OptionRow } from './option-row.ts';

export const taskRows: readonly OptionRow[] = rowsOf('service', [
  [
    'tasks.enabled',
    ['boolean'],
    'False runs every call to its end before answering; a tool that needs tasks is then refused at start.',
    { default: true },
  ],
  ['tasks.defaultTtlMs', ['number'], 'Milliseconds that a task and its result are kept.', { default: taskDefaults.ttlMs }],
  ['tasks.maxTtlMs', ['number'], 'Milliseconds that no task is kept longer than.', { default: taskDefaults.maxTtlMs }],
  [
    'tasks.defaultPollIntervalMs',
    ['number'],
    'Milliseconds that clients are asked to leave between two looks.',
    { default: taskDefaults.pollIntervalMs },
  ],
  ['tasks.maxConcurrentPerSession', ['number'], 'Unfinished tasks that one caller may have.', { default: taskDefaults.mostRunning }],
  ['tasks.runner', [{ literals: ['in-process', 'cli'] }], 'Where tasks run; only in-process so far.', { default: 'in-process' }],
  ['tasks.redis', ['object'], 'Shared store of tasks; not supported so far.'],
  ['tasks.sqlite', ['object'], 'Local store of tasks; not supported so far.'],
  ['tasks.keyPrefix', ['string'], 'Prefix of keys in a shared store; not supported so far.'],
  ['tasks.strict', ['boolean'], 'Not supported so far.'],
  ['tasks.cliRunnerCommand', ['object'], 'Program that runs one task; not supported so far.'],
]);
