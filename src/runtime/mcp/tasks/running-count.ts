import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import { taskEndsStore, type TaskEnds, type TaskEndsStore } from './task-ends.ts';
import type { TaskRecord } from './task-record.ts';

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
