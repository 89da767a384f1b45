import type { Awaitable } from '../../std/index.ts';

/** Remembers which states have brought answers, so that one approval is not acted on twice. */
export interface UsedStates {
  /** True the first time; false when the state has been used. @param expiresAt milliseconds since the epoch */
  claim(id: string, expiresAt: number): Awaitable<boolean>;
}

const maxRemembered = 50_000;

/** Of one process. Several instances behind one address need a shared one for a promise that holds across them. */
export class MemoryUsedStates implements UsedStates {
  readonly #expiries = new Map<string, number>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
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
