import type { Clock } from './time.ts';

export interface QuotaLimits {
  /** Total of all owners, in bytes or another unit. */
  readonly total: number;
  /** Maximum of one owner. */
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
 * Limits what unauthenticated callers make a process keep: in total and for each owner, so that no owner uses up the whole. At a limit it refuses
 * new requests; nothing in use is dropped.
 */
export class LiveQuota {
  readonly #limits: QuotaLimits;
  readonly #clock: Clock;
  /** In the order of their ends: all live equally long. */
  readonly #taken = new Set<Taken>();
  readonly #byOwner = new Map<string | undefined, number>();
  #total = 0;

  constructor(limits: QuotaLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * @param owner an address or a subject; undefined: owners cannot be distinguished, so only the total holds
   * @param lifeMs until it ends by itself, the same for all of a quota
   * @returns undefined when the total or the owner's share would be exceeded
   */
  take(owner: string | undefined, amount: number, lifeMs = Infinity): GiveBack | undefined {
    const now = this.#clock();
    for (const oldest of this.#taken) {
      if (oldest.endsAt > now) break;
      this.#giveBack(oldest);
    }
    const own = owner === undefined ? 0 : this.#of(owner) + amount;
    if (this.#total + amount > this.#limits.total || own > this.#limits.share) return undefined;
    return this.#add({ owner, amount, endsAt: now + lifeMs });
  }

  /** Takes room for what is there already, whether there is room or not: `hasRoom` was asked before it came to be. */
  hold(owner: string | undefined, amount: number): GiveBack {
    return this.#add({ owner, amount, endsAt: Infinity });
  }

  /** False once the total or the owner's share is used up. */
  hasRoom(owner: string | undefined): boolean {
    return this.#total < this.#limits.total && this.#of(owner) < this.#limits.share;
  }

  /** Whether half of the total, and half of the owner's share, is free. */
  hasHalf(owner: string | undefined): boolean {
    return this.#total <= this.#limits.total / 2 && this.#of(owner) <= this.#limits.share / 2;
  }

  get isEmpty(): boolean {
    return this.#total === 0;
  }

  /** Owners that have something; the others are forgotten. */
  get owners(): number {
    return this.#byOwner.size;
  }

  #of(owner: string | undefined): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  #add(taken: Taken): GiveBack {
    const { amount, owner } = taken;
    this.#taken.add(taken);
    this.#total += amount;
    if (owner !== undefined) this.#byOwner.set(owner, this.#of(owner) + amount);
    return () => this.#giveBack(taken);
  }

  #giveBack(taken: Taken): void {
    if (!this.#taken.delete(taken)) return;
    const { amount, owner } = taken;
    this.#total -= amount;
    const left = this.#of(owner) - amount;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
