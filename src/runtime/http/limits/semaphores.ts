import type { Awaitable } from '../../std/index.ts';

export interface ConcurrencyRule {
  readonly maxConcurrent: number;
  /** Milliseconds; 0 refuses at once. */
  readonly queueTimeoutMs: number;
}

/** Requests that may wait for one place; more would only keep memory busy until they are refused anyway. */
const mostWaiting = 1000;

/** Keys that are kept with nobody in them: a busy one is not made anew for every request. */
const mostIdle = 64;

type Refusal = 'full' | 'late';

interface Places {
  taken: number;
  /** Made for the first that has to wait. */
  waiting?: Set<() => void>;
}

/** Places by key, first come first served. Few keys are kept without anybody in them. */
export class Semaphores {
  readonly #rule: ConcurrencyRule;
  readonly #places = new Map<string, Places>();

  constructor(rule: ConcurrencyRule) {
    this.#rule = rule;
  }

  /** What gives the place back, once however often it is called; or why there was none. */
  acquire(key: string): Awaitable<(() => void) | Refusal> {
    const places = this.#places.get(key) ?? this.#add(key);
    if (places.taken < this.#rule.maxConcurrent) {
      places.taken++;
      return this.#releaser(key, places);
    }
    if (this.#rule.queueTimeoutMs === 0 || (places.waiting?.size ?? 0) >= mostWaiting) return 'full';
    return this.#wait(places).then((entered) => (entered ? this.#releaser(key, places) : 'late'));
  }

  #add(key: string): Places {
    const places = { taken: 0 };
    this.#places.set(key, places);
    return places;
  }

  #wait(places: Places): Promise<boolean> {
    const waiting = (places.waiting ??= new Set());
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        resolve(false);
      }, this.#rule.queueTimeoutMs);
      waiting.add(enter);
    });
  }

  #releaser(key: string, places: Places): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = places.waiting?.values().next().value;
      if (next !== undefined) {
        // The place goes from one to the next without being free in between.
        places.waiting?.delete(next);
        next();
        return;
      }
      places.taken--;
      if (places.taken === 0 && this.#places.size > mostIdle) this.#places.delete(key);
    };
  }
}
