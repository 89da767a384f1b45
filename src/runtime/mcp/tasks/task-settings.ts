import { isJsonObject } from '../../model/index.ts';
import { configInvalid } from '../../errors/index.ts';
import type { Json } from '../../model/index.ts';
import { tasksDefaults } from '../../options/generated.ts';

/** The server option `tasks`, checked. */
export interface TaskSettings {
  readonly enabled: boolean;
  /** Milliseconds that a task is kept. */
  readonly ttlMs: number;
  /** Upper limit of a task's life in milliseconds, for every client. */
  readonly maxTtlMs: number;
  /** Milliseconds that clients are asked to leave between two looks. */
  readonly pollIntervalMs: number;
  /** Unfinished tasks of one caller. */
  readonly maxRunning: number;
}

/** Options that later parts bring; until then a server that relies on one must not start without it. */
const notYet: Readonly<Record<string, string>> = {
  cliRunnerCommand: 'tasks run in the server process so far',
  strict: 'it has no effect so far',
};

/** @throws {ServiceError} CONFIG_INVALID naming the option */
export function readTaskSettings(option: Json | undefined): TaskSettings {
  const given = isJsonObject(option) ? option : {};
  for (const [name, reason] of Object.entries(notYet))
    if (given[name] !== undefined) throw configInvalid(`tasks.${name} is not supported: ${reason}`);
  if (given.runner !== undefined && given.runner !== 'in-process')
    throw configInvalid('tasks.runner must be "in-process": tasks run in the server process so far');
  const ttlMs = readCount(given, 'defaultTtlMs', tasksDefaults.defaultTtlMs);
  const maxTtlMs = readCount(given, 'maxTtlMs', tasksDefaults.maxTtlMs);
  if (maxTtlMs > longestTimerMs) throw configInvalid(`tasks.maxTtlMs must be at most ${longestTimerMs}`);
  if (ttlMs > maxTtlMs) throw configInvalid(`tasks.defaultTtlMs (${ttlMs}) is more than tasks.maxTtlMs (${maxTtlMs})`);
  return {
    enabled: given.enabled !== false,
    ttlMs,
    maxTtlMs,
    pollIntervalMs: readCount(given, 'defaultPollIntervalMs', tasksDefaults.defaultPollIntervalMs),
    maxRunning: readCount(given, 'maxConcurrentPerSession', tasksDefaults.maxConcurrentPerSession),
  };
}

/** A longer delay makes a timer fire at once. */
const longestTimerMs = 2_147_483_647;

function readCount(given: { readonly [name: string]: Json | undefined }, name: string, otherwise: number): number {
  const value = given[name];
  if (value === undefined) return otherwise;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw configInvalid(`tasks.${name} must be a whole number above 0`);
}
