import type { Clock } from './time.ts';

export interface QuotaLimits {
  /** Of everybody together: bytes, or whatever is counted. */
  readonly total: number;
  /** Of one owner. */
  readonly share: number;
}

/** Gives back what was taken; more than once is as good as once. */
export type GiveBack = () => void;

interface Taken {
  readonly owner: string | undefined;
  readonly amount: number;
  readonly endsAt: number;
}

/**
 * What strangers make a process keep: bounded for all together, and for each owner, so that nobody uses up the whole. What is full refuses
 * the newcomer; nothing is taken from whoever has something.
 */
export class LiveQuota {
  readonly #limits: QuotaLimits;
  readonly #clock: Clock;
  /** In the order of their ends: all live equally long. */
  readonly #taken = new Set<Taken>();
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  constructor(limits: QuotaLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * @param owner an address or a subject; undefined: nobody can be told apart, so only the total holds
   * @param lifeMs until it ends by itself, the same for all of a quota
   * @returns undefined when the total or the owner's share would be exceeded
   */
  take(owner: string | undefined, amount: number, lifeMs = Infinity): GiveBack | undefined {
    const now = this.#clock();
    for (const oldest of this.#taken) {
      if (oldest.endsAt > now) break;
      this.#giveBack(oldest);
    }
    const own = owner === undefined ? 0 : (this.#byOwner.get(owner) ?? 0) + amount;
    if (this.#total + amount > this.#limits.total || own > this.#limits.share) return undefined;
    const taken: Taken = { owner, amount, endsAt: now + lifeMs };
    this.#taken.add(taken);
    this.#total += amount;
    if (owner !== undefined) this.#byOwner.set(owner, own);
    return () => this.#giveBack(taken);
  }

  #giveBack(taken: Taken): void {
    if (!this.#taken.delete(taken)) return;
    const { amount, owner } = taken;
    this.#total -= amount;
    if (owner === undefined) return;
    const left = (this.#byOwner.get(owner) ?? 0) - amount;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
