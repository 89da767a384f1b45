import { copyJson, type JsonObject } from '../../model/index.ts';
import { configInvalid, listedError, StorageConnectionError } from '../../errors/index.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import { type Clock, type GiveBack, type Logger, networkOf, randomId, systemClock } from '../../std/index.ts';
import { CallerQuota, parsedBytes, principalOf, sessionOwnerOf } from '../principal.ts';
import { toRpcError } from '../rpc-error.ts';
import { SerialisedResult } from '../json-rpc.ts';
import * as rpcCodes from '../rpc-codes.ts';
import type { MethodCall } from '../protocol.ts';
import { RunningTask } from './running-task.ts';
import { endTask, type TaskOutcome, type TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskOptions } from '../../define/transport-options.ts';
import { tasksDefaults } from '../../options/generated.ts';
import { withDefaults, type WithDefaults } from '../../options/with-defaults.ts';

export interface TaskRunnerOptions {
  readonly store: TaskStore;
  readonly settings: TaskSettings;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** A task that exists, and its run. */
export interface BegunTask {
  readonly record: TaskRecord;
  readonly channel: RunningTask;
  /** The room that the arguments took while it ran. */
  readonly giveBack: GiveBack;
}

/** Options of a task that a client may send in its revision. */
export interface TaskWishes {
  /** Milliseconds to keep the task; the server's default when absent, and never more than its maximum. */
  readonly ttlMs?: number | undefined;
  readonly listKey?: string;
}

/** Bytes that the arguments of one task count at most, so that two of any size run. */
const maxArgumentBytes = keptLimits.taskArguments.share / 2;

/** Milliseconds until the end of a task is written again to a store that was away, at first and at most. */
const retryMs = { first: 100, most: 2000 } as const;

/** Milliseconds that handlers get to notice the end of the server. */
const stopGraceMs = 1000;

/** Begins tasks and sees them to their end. */
export class TaskRunner {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly #settings: TaskSettings;
  readonly #logger: Logger;
  readonly #runs = new Map<RunningTask, Promise<void>>();
  readonly #arguments: CallerQuota;
  #stopping = false;

  constructor(options: TaskRunnerOptions) {
    this.store = options.store;
    this.clock = options.clock ?? systemClock;
    this.#settings = options.settings;
    this.#logger = options.logger;
    this.#arguments = new CallerQuota(keptLimits.taskArguments, this.clock);
  }

  /**
   * Makes a task for a call. Once this resolves, the task can be looked at on every instance.
   * @throws {ServiceError} CONCURRENCY_LIMIT, SERVER_ERROR while the server stops
   */
  async begin(call: MethodCall, { listKey, ttlMs = this.#settings.defaultTtlMs }: TaskWishes = {}): Promise<BegunTask> {
    if (this.#stopping) throw listedError('CONCURRENCY_LIMIT', 'The server is stopping and begins no more tasks');
    const now = this.clock();
    const record: TaskRecord = {
      // Only the id separates the tasks of anonymous callers, so it is as long as a session key.
      id: randomId(24),
      owner: sessionOwnerOf(call.auth),
      quota: quotaOf(call),
      createdAt: now,
      updatedAt: now,
      ttlMs: Math.min(ttlMs, this.#settings.maxTtlMs),
      pollIntervalMs: this.#settings.defaultPollIntervalMs,
      inputRequests: {},
      answers: {},
      listKey,
    };
    const giveBack = await this.#keep(record, call);
    return { record, giveBack, channel: new RunningTask({ id: record.id, store: this.store, clock: this.clock, call }) };
  }

  /** The arguments stay in memory while the task runs, with or without a connection. */
  async #keep(record: TaskRecord, call: MethodCall): Promise<GiveBack> {
    const giveBack = this.#arguments.take(call, Math.min(parsedBytes(call.params), maxArgumentBytes));
    if (giveBack === undefined)
      throw listedError('CONCURRENCY_LIMIT', 'The arguments of running tasks are too large together; wait for one to end');
    const refusal = await this.store.add(record, this.#settings.maxConcurrentPerSession).catch((failure: unknown) => {
      giveBack();
      throw failure;
    });
    if (refusal === undefined) return giveBack;
    giveBack();
    const { maxConcurrentPerSession: maxRunning } = this.#settings;
    throw listedError(
      'CONCURRENCY_LIMIT',
      refusal === 'full'
        ? 'The server keeps as many tasks as it can; try again later'
        : `At most ${maxRunning} tasks of one caller run at once; wait for one to end or cancel one`,
    );
  }

  /** Waits for the work of a task, in the background, and writes down how it ended. @returns settles after that */
  follow(task: BegunTask, work: Promise<object>, call: MethodCall): Promise<void> {
    const { channel, giveBack, record } = task;
    const expiry = setTimeout(() => channel.stop('the task ran longer than it is kept'), record.createdAt + record.ttlMs - this.clock());
    const run = this.#outcomeOf(work, call)
      .then((outcome) => this.#writeEnd(record, outcome))
      .catch((failure: unknown) => this.#logger.error('the end of a task could not be written down', { failure }))
      .then(() => {
        clearTimeout(expiry);
        channel.release();
        giveBack();
        this.#runs.delete(channel);
      });
    this.#runs.set(channel, run);
    call.waitUntil?.(run);
    return run;
  }

  /** A store that is away comes back. Without its end a task would seem to run for as long as it is kept, since its instance is alive. */
  async #writeEnd({ createdAt, id, ttlMs }: TaskRecord, outcome: TaskOutcome): Promise<void> {
    for (let waitMs: number = retryMs.first; ; waitMs = Math.min(2 * waitMs, retryMs.most)) {
      try {
        await this.end(id, outcome);
        return;
      } catch (failure) {
        const isOver = this.#stopping || this.clock() + waitMs >= createdAt + ttlMs;
        if (isOver || !(failure instanceof StorageConnectionError)) throw failure;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  end(id: string, outcome: TaskOutcome): Promise<boolean> {
    return this.store.change(id, (record) => endTask(record, outcome, this.clock()));
  }

  /** Ends every run; their tasks are left as failed. */
  async close(): Promise<void> {
    this.#stopping = true;
    const error = { code: rpcCodes.internalError, message: 'The server stopped while the task was running' };
    const stop = async (channel: RunningTask): Promise<void> => {
      // A task whose record cannot be written now has failed too, once this instance gives no more signs of life.
      await this.end(channel.id, { status: 'failed', error }).catch((failure: unknown) => {
        this.#logger.warn('that a task has failed could not be written down', { failure });
      });
      channel.stop('the server stops');
    };
    await Promise.all([...this.#runs.keys()].map(stop));
    await withinGrace([...this.#runs.values()]);
    await this.store.close();
  }

  /** `failed` is for errors of the protocol alone; a tool that reports an error has completed. */
  async #outcomeOf(work: Promise<object>, call: MethodCall): Promise<TaskOutcome> {
    try {
      const result = await work;
      return { status: 'completed', result: { resultType: 'complete', ...plainResult(result) } };
    } catch (failure) {
      const { code, message, data } = toRpcError(failure, { revision: call.revision, logger: this.#logger });
      return { status: 'failed', error: { code, message, data: data === undefined ? undefined : copyJson(data) } };
    }
  }
}

/** Anonymous callers share a principal; one of them must not use up the tasks of all. */
function quotaOf(call: MethodCall): string {
  const { auth, http } = call;
  return auth.isAnonymous ? JSON.stringify(['anonymous', networkOf(http.peerAddress ?? '')]) : principalOf(auth);
}

/** A copy: what a tool keeps and changes later is not what it answered. */
function plainResult(result: object): JsonObject {
  return JSON.parse(result instanceof SerialisedResult ? result.text : JSON.stringify(result)) as JsonObject;
}

async function withinGrace(runs: readonly Promise<void>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, stopGraceMs);
  });
  await Promise.race([Promise.all(runs), late]);
  clearTimeout(timer);
}

type TaskSettings = WithDefaults<TaskOptions, typeof tasksDefaults>;

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
