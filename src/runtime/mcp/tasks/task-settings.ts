import type { TaskOptions } from '../../define/transport-options.ts';
import { configInvalid } from '../../errors/index.ts';
import { tasksDefaults } from '../../options/generated.ts';
import { withDefaults, type WithDefaults } from '../../options/with-defaults.ts';

export type TaskSettings = WithDefaults<TaskOptions, typeof tasksDefaults>;

/** The server option `tasks`. @throws {ServiceError} CONFIG_INVALID naming the member */
export function readTaskSettings(declared: TaskOptions | undefined): TaskSettings {
  const tasks = withDefaults(declared, tasksDefaults);
  if (tasks.runner !== 'in-process') throw configInvalid('tasks.runner must be "in-process": tasks run in the server process so far');
  for (const name of counts)
    if (!Number.isSafeInteger(tasks[name]) || tasks[name] <= 0) throw configInvalid(`tasks.${name} must be a whole number above 0`);
  const { defaultTtlMs, maxTtlMs } = tasks;
  if (maxTtlMs > longestTimerMs) throw configInvalid(`tasks.maxTtlMs must be at most ${longestTimerMs}`);
  if (defaultTtlMs > maxTtlMs) throw configInvalid(`tasks.defaultTtlMs (${defaultTtlMs}) is more than tasks.maxTtlMs (${maxTtlMs})`);
  return tasks;
}

const counts = ['defaultTtlMs', 'maxTtlMs', 'defaultPollIntervalMs', 'maxConcurrentPerSession'] as const;

/** A longer delay makes a timer fire at once. */
const longestTimerMs = 2_147_483_647;
