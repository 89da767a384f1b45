import type { Clock } from '../../std/index.ts';

export interface KeepRule {
  readonly clock: Clock;
  /** Milliseconds that a value is good for. */
  readonly freshMs: number;
  /** Milliseconds between two attempts to get a newer one. */
  readonly pauseMs: number;
}

/** One value from elsewhere: asked for once however many wait for it, kept for a while, and not asked for again at once when it failed. */
export class KeptDocument<T> {
  readonly #rule: KeepRule;
  readonly #read: () => Promise<T>;
  #asked = Number.NEGATIVE_INFINITY;
  #attempt: Promise<T> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;
  /** Asked for beside a known one that is still fresh. */
  #newest: Promise<T> | undefined;

  constructor(rule: KeepRule, read: () => Promise<T>) {
    this.#rule = rule;
    this.#read = read;
  }

  /** @throws the failure of the last read, until its pause is over */
  get(): Promise<T> {
    const now = this.#rule.clock();
    if (this.#attempt !== undefined && (now < this.#freshUntil || now < this.#asked + this.#rule.pauseMs)) return this.#attempt;
    return this.#begin(now);
  }

  /**
   * A newer one, where the known one does not have what is looked for; within the pause the one that was asked for last. The known one goes
   * on being used while it is fresh, whatever the attempt brings: a stranger's token must not disable the keys for all others.
   */
  newer(): Promise<T> {
    const now = this.#rule.clock();
    const known = this.#attempt;
    if (known !== undefined && now < this.#asked + this.#rule.pauseMs) return this.#newest ?? known;
    const freshUntil = this.#freshUntil;
    const attempt = this.#begin(now);
    if (known === undefined || freshUntil <= now) return attempt;
    this.#attempt = known;
    this.#freshUntil = freshUntil;
    this.#newest = attempt;
    attempt.then(
      () => {
        if (this.#newest !== attempt) return;
        this.#attempt = attempt;
        this.#freshUntil = now + this.#rule.freshMs;
        this.#newest = undefined;
      },
      () => {
        if (this.#newest === attempt) this.#newest = undefined;
      },
    );
    return attempt;
  }

  #begin(now: number): Promise<T> {
    this.#asked = now;
    this.#freshUntil = Number.NEGATIVE_INFINITY;
    const attempt = this.#read();
    this.#attempt = attempt;
    attempt.then(
      () => {
        if (this.#attempt === attempt) this.#freshUntil = now + this.#rule.freshMs;
      },
      () => undefined,
    );
    return attempt;
  }
}
