import type { Awaitable } from '../../std/index.ts';
import { mostWaiting, type ConcurrencyRule, type Places, type Refusal } from './places.ts';

/** Keys that are kept with nobody in them: a busy one is not made anew for every request. */
const mostIdle = 64;

interface KeyPlaces {
  taken: number;
  /** Made for the first that has to wait. */
  waiting?: Set<() => void>;
}

/** Places of this process by key, first come first served. Few keys are kept without anybody in them. */
export class Semaphores implements Places {
  readonly #rule: ConcurrencyRule;
  readonly #places = new Map<string, KeyPlaces>();

  constructor(rule: ConcurrencyRule) {
    this.#rule = rule;
  }

  acquire(key: string): Awaitable<(() => void) | Refusal> {
    const places = this.#places.get(key) ?? this.#add(key);
    if (places.taken < this.#rule.maxConcurrent) {
      places.taken++;
      return this.#releaser(key, places);
    }
    if (this.#rule.queueTimeoutMs === 0 || (places.waiting?.size ?? 0) >= mostWaiting) return 'full';
    return this.#wait(places).then((entered) => (entered ? this.#releaser(key, places) : 'late'));
  }

  #add(key: string): KeyPlaces {
    const places = { taken: 0 };
    this.#places.set(key, places);
    return places;
  }

  #wait(places: KeyPlaces): Promise<boolean> {
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

  #releaser(key: string, places: KeyPlaces): () => void {
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
