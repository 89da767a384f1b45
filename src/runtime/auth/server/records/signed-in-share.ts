import * as keptLimits from '../../../options/kept-limits.ts';
import { randomId, sha256, type Clock } from '../../../std/index.ts';
import { refreshTokenSeconds } from '../tokens/lifetimes.ts';

/** Two spans are looked at, so that a count is forgotten after 15 to 30 days: records of a sign-in live as long after its last refresh. */
const spanMs = (refreshTokenSeconds * 1000) / 2;

/**
 * What sign-ins from one address leave behind: grants, and what was agreed to. They outlive the open sign-in, and where anybody may sign in
 * as anybody a stranger makes as many as they like. Addresses are counted in 65,536 buckets, which a stranger cannot choose, so that the
 * counts themselves stay small.
 */
export class SignedInShare {
  readonly #clock: Clock;
  readonly #share: number;
  readonly #secret = randomId();
  #counts = new Map<number, number>();
  #before = new Map<number, number>();
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, share: number = keptLimits.signedIn.share) {
    this.#clock = clock;
    this.#share = share;
  }

  /**
   * @param owner caller whose share counts it; undefined where addresses do not distinguish callers
   * @returns false when there is no room; nothing is counted then
   */
  async take(owner: string | undefined, bytes: number): Promise<boolean> {
    if (owner === undefined) return true;
    const bucket = await this.#bucketOf(owner);
    this.#forgetOld();
    const used = (this.#counts.get(bucket) ?? 0) + bytes;
    if (used + (this.#before.get(bucket) ?? 0) > this.#share) return false;
    this.#counts.set(bucket, used);
    return true;
  }

  async #bucketOf(owner: string): Promise<number> {
    const [high = 0, low = 0] = await sha256(`${this.#secret}\0${owner}`);
    return (high << 8) | low;
  }

  #forgetOld(): void {
    const now = this.#clock();
    if (now < this.#endsAt) return;
    this.#before = now < this.#endsAt + spanMs ? this.#counts : new Map<number, number>();
    this.#counts = new Map();
    this.#endsAt = now + spanMs;
  }
}
