export interface ConcurrencyRule {
  readonly maxConcurrent: number;
  /** Milliseconds; 0 refuses at once. */
  readonly queueTimeoutMs: number;
}

/** Requests that may wait for one place; more would only keep memory busy until they are refused anyway. */
const mostWaiting = 1000;

type Refusal = 'full' | 'late';

interface Places {
  taken: number;
  readonly waiting: Set<() => void>;
}

/** Places by key, first come first served. A key without anybody in it takes no memory. */
export class Semaphores {
  readonly #rule: ConcurrencyRule;
  readonly #places = new Map<string, Places>();

  constructor(rule: ConcurrencyRule) {
    this.#rule = rule;
  }

  get size(): number {
    return this.#places.size;
  }

  /** What gives the place back, once however often it is called; or why there was none. */
  async acquire(key: string): Promise<(() => void) | Refusal> {
    const places = this.#places.get(key) ?? { taken: 0, waiting: new Set() };
    this.#places.set(key, places);
    if (places.taken < this.#rule.maxConcurrent) {
      places.taken++;
      return this.#releaser(key, places);
    }
    if (this.#rule.queueTimeoutMs === 0 || places.waiting.size >= mostWaiting) return 'full';
    return (await this.#wait(places)) ? this.#releaser(key, places) : 'late';
  }

  #wait(places: Places): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        places.waiting.delete(enter);
        resolve(false);
      }, this.#rule.queueTimeoutMs);
      places.waiting.add(enter);
    });
  }

  #releaser(key: string, places: Places): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const [next] = places.waiting;
      if (next !== undefined) {
        // The place goes from one to the next without being free in between.
        places.waiting.delete(next);
        next();
        return;
      }
      places.taken--;
      if (places.taken === 0) this.#places.delete(key);
    };
  }
}
