import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { UsedStates } from './used-states.ts';

/** Of all instances that share a store: one approval is acted on once, whichever of them is asked. */
export class SharedUsedStates implements UsedStates {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  claim(id: string, expiresAt: number): Promise<boolean> {
    // Kept a little longer than the state is accepted: clocks of instances differ.
    return this.#store.compareAndSet(id, { expected: undefined, next: '1', ttlMs: Math.max(0, expiresAt - this.#clock()) + leewayMs });
  }
}

const leewayMs = 60_000;
