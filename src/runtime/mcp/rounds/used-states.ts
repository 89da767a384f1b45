import type { Awaitable, Clock } from '../../std/index.ts';
import type { Store } from '../../model/store.ts';

/** Remembers which states have brought answers, so that one approval is not acted on twice. */
export interface UsedStates {
  /** True the first time; false when the state has been used. @param expiresAt milliseconds since the epoch */
  claim(id: string, expiresAt: number): Awaitable<boolean>;
}

const maxRemembered = 50_000;

/** Used states of one process. Several instances behind one address need {@link SharedUsedStates}. */
export class MemoryUsedStates implements UsedStates {
  readonly #expiries = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#expiries.size;
  }

  claim(id: string, expiresAt: number): boolean {
    if (this.#expiries.has(id)) return false;
    this.#forget();
    this.#expiries.set(id, expiresAt);
    return true;
  }

  /** The oldest go first; a flood can push out only states of callers that are themselves accepted here. */
  #forget(): void {
    for (const [id, expiresAt] of this.#expiries) {
      if (expiresAt > this.#clock() && this.#expiries.size < maxRemembered) return;
      this.#expiries.delete(id);
    }
  }
}

/** Milliseconds that a state is remembered after it expired: the clocks of instances differ. */
const leewayMs = 60_000;

/** Used states of all instances that share a store: an approval counts once, on whichever instance it arrives. */
export class SharedUsedStates implements UsedStates {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  claim(id: string, expiresAt: number): Promise<boolean> {
    return this.#store.compareAndSet(id, { expected: undefined, next: '1', ttlMs: Math.max(0, expiresAt - this.#clock()) + leewayMs });
  }
}
