import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';
import * as rpcCodes from '../rpc-codes.ts';
import { endTask, type TaskRecord } from './task-record.ts';
import type { TaskRefusal, TaskStore } from './task-store.ts';
import { isJsonObject } from '../../model/index.ts';

/** When tasks end, by id, in milliseconds since the epoch and in order of creation. */
type TaskEnds = Readonly<Record<string, number>>;
type TaskEndsStore = RecordStore<string, TaskEnds>;

/** Lists of tasks, over all instances. One that has ended is on none, and a list lasts as long as the last task on it. */
const taskEndsStore = (store: Store, { clock, prefix }: { readonly clock: Clock; readonly prefix: string }): TaskEndsStore =>
  new RecordStore(store, {
    keyOf: (list) => prefix + list,
    lifetimeMs: (ends) => Math.max(0, ...Object.values(ends)) - clock(),
    parse: (value) => {
      const isOpen = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > clock();
      return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(isOpen)) : undefined;
    },
  });

/** Unfinished tasks of one caller, over all instances: there may be only so many. */
class RunningCount {
  readonly #running: TaskEndsStore;

  constructor(store: Store, clock: Clock) {
    this.#running = taskEndsStore(store, { prefix: 'running:', clock });
  }

  /** @param isRunning asked before a caller is refused: an instance that died did not release its tasks */
  async take({ createdAt, id, quota, ttlMs }: TaskRecord, max: number, isRunning: (id: string) => Promise<boolean>): Promise<boolean> {
    const taken = await this.#running.update(quota, async (listed = {}) => {
      const running = Object.keys(listed).length < max ? listed : await stillRunning(listed, isRunning);
      return Object.keys(running).length < max ? { ...running, [id]: createdAt + ttlMs } : undefined;
    });
    return taken !== undefined;
  }

  async release({ id, quota }: TaskRecord): Promise<void> {
    await this.#running.update(quota, (listed = {}) => {
      const { [id]: released, ...others } = listed;
      return released === undefined ? undefined : others;
    });
  }
}

async function stillRunning(listed: TaskEnds, isRunning: (id: string) => Promise<boolean>): Promise<TaskEnds> {
  const entries = Object.entries(listed);
  const running = await Promise.all(entries.map(([id]) => isRunning(id)));
  return Object.fromEntries(entries.filter((_entry, at) => running[at]));
}

/** Entries of one list; the oldest are left out first. */
const maxListed = 1000;

/** The tasks of each list, over all instances: a store finds values by their keys alone. */
class TaskIndex {
  readonly #lists: TaskEndsStore;

  constructor(store: Store, clock: Clock) {
    this.#lists = taskEndsStore(store, { prefix: 'listed:', clock });
  }

  async add(listKey: string, { createdAt, id, ttlMs }: TaskRecord): Promise<void> {
    await this.#lists.update(listKey, (listed = {}) =>
      Object.fromEntries([...Object.entries(listed), [id, createdAt + ttlMs] as const].slice(-maxListed)),
    );
  }

  async idsOf(listKey: string): Promise<readonly string[]> {
    return Object.keys((await this.#lists.find(listKey)) ?? {});
  }
}

interface Watch {
  readonly listener: (task: TaskRecord) => void;
  readonly timer: ReturnType<typeof setInterval>;
  /** Last status that was sent: only changes are sent. */
  told?: string;
}

/** Waiting callers, by the task that they watch. */
class TaskWatches {
  readonly #look: (id: string) => void;
  readonly #lookMs: number;
  readonly #watches = new Map<string, Set<Watch>>();

  constructor(look: (id: string) => void, lookMs: number) {
    this.#look = look;
    this.#lookMs = lookMs;
  }

  has(id: string): boolean {
    return this.#watches.has(id);
  }

  /** The timer is the watch's own: on fetch platforms one request must not wait on a timer of another. */
  add(id: string, listener: (task: TaskRecord) => void): () => void {
    const timer = setInterval(() => this.#look(id), this.#lookMs);
    // A platform without processes has numbers here, and nothing to hold open.
    if (typeof timer === 'object') timer.unref();
    const watch: Watch = { listener, timer };
    const watches = this.#watches.get(id) ?? new Set();
    this.#watches.set(id, watches.add(watch));
    return () => {
      clearInterval(timer);
      watches.delete(watch);
      if (watches.size === 0 && this.#watches.get(id) === watches) this.#watches.delete(id);
    };
  }

  show(task: TaskRecord): void {
    const watches = this.#watches.get(task.id);
    if (watches === undefined) return;
    const text = JSON.stringify(task);
    for (const watch of watches) {
      if (watch.told === text) continue;
      watch.told = text;
      watch.listener(task);
    }
  }

  clear(): void {
    for (const watches of this.#watches.values()) for (const { timer } of watches) clearInterval(timer);
    this.#watches.clear();
  }
}

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
