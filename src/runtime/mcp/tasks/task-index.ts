import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import { taskEndsStore, type TaskEndsStore } from './task-ends.ts';
import type { TaskRecord } from './task-record.ts';

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
