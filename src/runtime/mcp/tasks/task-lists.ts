import { isJsonObject } from '../../model/index.ts';
import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../storage/store.ts';
import type { TaskRecord } from './task-record.ts';

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
export class RunningCount {
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
export class TaskIndex {
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
