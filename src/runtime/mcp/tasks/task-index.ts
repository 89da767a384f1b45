import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { TaskRecord } from './task-record.ts';

/** Ends of tasks by id, milliseconds since the epoch, in order of creation. */
type Ends = Readonly<Record<string, number>>;

/** Entries of one list; the oldest are left out first. */
const maxListed = 1000;

/** The tasks of each list, over all instances: a store finds values by their keys alone. */
export class TaskIndex {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async add(listKey: string, { createdAt, id, ttlMs }: TaskRecord): Promise<void> {
    const key = keyOf(listKey);
    for (;;) {
      const expected = await this.#store.get(key);
      const ends = Object.fromEntries([...this.#liveEntries(expected), [id, createdAt + ttlMs] as const].slice(-maxListed));
      const lastsMs = Math.max(...Object.values(ends)) - this.#clock();
      if (await this.#store.compareAndSet(key, { expected, next: JSON.stringify(ends), ttlMs: lastsMs })) return;
    }
  }

  async idsOf(listKey: string): Promise<readonly string[]> {
    return this.#liveEntries(await this.#store.get(keyOf(listKey))).map(([id]) => id);
  }

  #liveEntries(text: string | undefined): [string, number][] {
    const now = this.#clock();
    return Object.entries(text === undefined ? {} : (JSON.parse(text) as Ends)).filter(([, end]) => end > now);
  }
}

const keyOf = (listKey: string): string => `listed:${listKey}`;
