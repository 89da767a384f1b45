import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { TaskRecord } from './task-record.ts';

/** Ends of unfinished tasks by id, milliseconds since the epoch. */
type Places = Readonly<Record<string, number>>;

/** Unfinished tasks of one caller, over all instances: each has a place, and there are only so many. */
export class RunningCount {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @param isRunning asked before a caller is refused: an instance that ended could not give its places back */
  async take(task: TaskRecord, most: number, isRunning: (id: string) => Promise<boolean>): Promise<boolean> {
    for (;;) {
      const { places, text } = await this.#read(task.quota);
      const kept = Object.keys(places).length < most ? places : await stillRunning(places, isRunning);
      if (Object.keys(kept).length >= most) return false;
      if (await this.#swap(task.quota, text, { ...kept, [task.id]: task.createdAt + task.ttlMs })) return true;
    }
  }

  async release({ id, quota }: TaskRecord): Promise<void> {
    for (;;) {
      const { places, text } = await this.#read(quota);
      const { [id]: ended, ...others } = places;
      if (ended === undefined || (await this.#swap(quota, text, others))) return;
    }
  }

  async #read(quota: string): Promise<{ text: string | undefined; places: Places }> {
    const text = await this.#store.get(keyOf(quota));
    const all = text === undefined ? {} : (JSON.parse(text) as Places);
    const now = this.#clock();
    return { text, places: Object.fromEntries(Object.entries(all).filter(([, end]) => end > now)) };
  }

  #swap(quota: string, expected: string | undefined, places: Places): Promise<boolean> {
    const ends = Object.values(places);
    if (ends.length === 0) return this.#store.compareAndSet(keyOf(quota), { expected, next: undefined });
    const ttlMs = Math.max(...ends) - this.#clock();
    return this.#store.compareAndSet(keyOf(quota), { expected, next: JSON.stringify(places), ttlMs });
  }
}

const keyOf = (quota: string): string => `running:${quota}`;

async function stillRunning(places: Places, isRunning: (id: string) => Promise<boolean>): Promise<Places> {
  const all = Object.entries(places);
  const running = await Promise.all(all.map(([id]) => isRunning(id)));
  return Object.fromEntries(all.filter((_place, at) => running[at]));
}
