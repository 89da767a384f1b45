import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../storage/store.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { RunningCount, TaskIndex } from './task-lists.ts';
import { TaskWatches } from './task-watches.ts';
import { endTask } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskRefusal, TaskStore } from './task-store.ts';

export interface SharedTaskOptions {
  readonly records: Store;
  readonly clock: Clock;
  /** Tells the other instances that a task has changed; at once, and without an answer. */
  readonly tell: (id: string) => void;
  /** Milliseconds between two polls of an awaited task: notices of other instances may be lost, or there is no channel. */
  readonly lookMs: number;
  /** Name of this instance, kept alive in the store; absent where instances do not last (edge platforms). */
  readonly instance?: string;
}

/** A task, and the instance that runs it. */
interface StoredTask {
  readonly task: TaskRecord;
  readonly instance?: string;
}

/** Tasks that one caller may have stored at once: more than a client asks for, too few to fill a store. */
const maxStored = 1000;
/** Two signs of life may be lost before an instance counts as dead. */
const aliveMs = 30_000;
export const signOfLifeMs = 10_000;

/** Tasks that every instance sees and may change. A task ends with its time to live; when its instance dies, it fails. */
export class SharedTaskStore implements TaskStore {
  readonly #options: SharedTaskOptions;
  readonly #tasks: RecordStore<string, StoredTask>;
  readonly #running: RunningCount;
  readonly #index: TaskIndex;
  readonly #watches: TaskWatches;

  constructor(options: SharedTaskOptions) {
    this.#options = options;
    const { clock, records } = options;
    this.#tasks = new RecordStore(records, { keyOf: (id) => id, lifetimeMs: ({ task }) => endOf(task) - clock() });
    this.#running = new RunningCount(records, clock);
    this.#index = new TaskIndex(records, clock);
    this.#watches = new TaskWatches((id) => this.#look(id), options.lookMs);
  }

  async add(task: TaskRecord, maxRunning: number): Promise<TaskRefusal | undefined> {
    const { instance, records } = this.#options;
    const isRunning = async (id: string): Promise<boolean> => {
      const found = await this.find(id);
      return found !== undefined && found.outcome === undefined;
    };
    if (!(await this.#running.take(task, maxRunning, isRunning))) return 'too-many-running';
    try {
      if ((await records.increment(`made:${task.quota}`, 1, task.ttlMs)) > maxStored) {
        await this.#running.release(task);
        return 'full';
      }
      await this.#tasks.set(task.id, { task, instance });
      if (task.listKey !== undefined) await this.#index.add(task.listKey, task);
      return undefined;
    } catch (failure) {
      // Best effort: the store is away, and what was taken ends by itself.
      await this.#running.release(task).catch(() => undefined);
      throw failure;
    }
  }

  async find(id: string): Promise<TaskRecord | undefined> {
    const stored = await this.#read(id);
    if (stored === undefined || !(await this.#isAbandoned(stored))) return stored?.task;
    const error = { code: rpcCodes.internalError, message: 'The instance that ran the task has ended' };
    await this.change(id, (task) => endTask(task, { status: 'failed', error }, this.#options.clock()));
    return (await this.#read(id))?.task;
  }

  async list(listKey: string): Promise<readonly TaskRecord[]> {
    const found = await Promise.all((await this.#index.idsOf(listKey)).map((id) => this.find(id)));
    return found.filter((task) => task !== undefined);
  }

  async change(id: string, change: (task: TaskRecord) => TaskRecord | undefined): Promise<boolean> {
    if (!isTaskId(id)) return false;
    let before: TaskRecord | undefined;
    const written = await this.#tasks.update(id, (stored) => {
      before = stored !== undefined && this.#isOpen(stored) ? stored.task : undefined;
      const task = before === undefined ? undefined : change(before);
      return task === undefined ? undefined : { ...stored, task };
    });
    if (written === undefined) return false;
    const { task } = written;
    if (before?.outcome === undefined && task.outcome !== undefined) await this.#running.release(task);
    this.#watches.show(task);
    this.#options.tell(id);
    return true;
  }

  watch(id: string, listener: (task: TaskRecord) => void): () => void {
    return this.#watches.add(id, listener);
  }

  /** Another instance has changed it. */
  hear(id: string): void {
    if (this.#watches.has(id)) this.#look(id);
  }

  /** Says that the runs of this instance go on. */
  async signLife(): Promise<void> {
    const { instance, records } = this.#options;
    if (instance !== undefined) await records.set(aliveKey(instance), '1', { ttlMs: aliveMs });
  }

  /** The records stay: other instances, and this one when it is back, go on showing them. */
  async close(): Promise<void> {
    this.#watches.clear();
  }

  /** Polls again later when the store cannot be read now. */
  #look(id: string): void {
    this.find(id).then(
      (task) => task !== undefined && this.#watches.show(task),
      () => undefined,
    );
  }

  async #read(id: string): Promise<StoredTask | undefined> {
    const stored = isTaskId(id) ? await this.#tasks.find(id) : undefined;
    return stored !== undefined && this.#isOpen(stored) ? stored : undefined;
  }

  /** The clock of this instance may be ahead of the store's. */
  readonly #isOpen = ({ task }: StoredTask): boolean => endOf(task) > this.#options.clock();

  async #isAbandoned({ instance, task }: StoredTask): Promise<boolean> {
    if (task.outcome !== undefined || instance === undefined || instance === this.#options.instance) return false;
    return (await this.#options.records.get(aliveKey(instance))) === undefined;
  }
}

const endOf = ({ createdAt, ttlMs }: TaskRecord): number => createdAt + ttlMs;

const aliveKey = (instance: string): string => `alive:${instance}`;

/** Ids come from clients, and the store holds other keys beside the tasks. */
const isTaskId = (id: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(id);
