import type { Store } from '../../model/store.ts';
import type { CountedWindow, Counts, CounterStore } from '../../http/limits/counter-store.ts';

/** Counts that several instances share. A store that is away fails the request: an open limit is no limit. */
export class SharedCounterStore implements CounterStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async increment(key: string, window: CountedWindow): Promise<Counts> {
    const [current, previous] = await Promise.all([
      this.#store.increment(nameOf(key, window.index), 1, keptMs(window)),
      this.#store.get(nameOf(key, window.index - 1)),
    ]);
    return { current, previous: Number(previous ?? 0) };
  }

  async decrement(key: string, window: CountedWindow): Promise<void> {
    await this.#store.increment(nameOf(key, window.index), -1, keptMs(window));
  }
}

const nameOf = (key: string, index: number): string => `${key}:${index}`;
/** A window is looked at while it runs and while the next one does. */
const keptMs = ({ lengthMs }: CountedWindow): number => 2 * lengthMs;
