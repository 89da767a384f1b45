import { keptLimits } from '../../../options/kept-limits.ts';
import { LiveQuota } from '../../../std/index.ts';
import type { Clock, GiveBack } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { SignInProblem } from '../problems.ts';
import type { PendingSignIn } from '../sign-in-parts.ts';

const tooMany = 'Too many sign-ins are open. Please try again in a few minutes.';
/** What a record grows by on its way, and what keeping it costs beside its text. */
const laterBytes = 512;

const keyOf = (id: string): string => `sign-in:${id}`;

/** Open sign-ins, each under its own key until its ten minutes are over. */
export class PendingSignIns {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #quota: LiveQuota;
  /** By id, of those that were begun here. */
  readonly #begun = new Map<string, GiveBack>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#quota = new LiveQuota(keptLimits.signIns, clock);
  }

  /**
   * @param owner whose share it is; undefined where addresses tell nobody apart
   * @throws {SignInProblem} 503 when as many are open as may be
   */
  async add(signIn: PendingSignIn, owner: string | undefined): Promise<void> {
    const text = JSON.stringify(signIn);
    const ttlMs = this.#left(signIn);
    const giveBack = this.#quota.take(owner, text.length + laterBytes, ttlMs);
    if (giveBack === undefined) throw new SignInProblem(tooMany, 503);
    this.#begun.set(signIn.id, giveBack);
    try {
      await this.#store.set(keyOf(signIn.id), text, { ttlMs });
    } catch (failure) {
      this.#end(signIn.id);
      throw failure;
    }
  }

  #end(id: string): void {
    this.#begun.get(id)?.();
    this.#begun.delete(id);
  }

  /** @param issuer of this request: what another server of a shared store began is not found here */
  async find(id: string, issuer: string): Promise<PendingSignIn | undefined> {
    if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined;
    const text = await this.#store.get(keyOf(id));
    // Written here alone, so its shape needs no check.
    const signIn = text === undefined ? undefined : (JSON.parse(text) as PendingSignIn);
    return signIn?.issuer !== issuer || signIn.expiresAt <= this.#clock() ? undefined : signIn;
  }

  /** False: somebody else has moved it on, or ended it. JSON keeps the order of members, so what was read prints as what is stored. */
  replace(read: PendingSignIn, next: PendingSignIn): Promise<boolean> {
    const swap = { expected: JSON.stringify(read), next: JSON.stringify(next), ttlMs: this.#left(next) };
    return this.#store.compareAndSet(keyOf(read.id), swap);
  }

  /** Ends it; of two that try, one is told true: a sign-in becomes one code. */
  take(read: PendingSignIn): Promise<boolean> {
    this.#end(read.id);
    return this.#store.compareAndSet(keyOf(read.id), { expected: JSON.stringify(read), next: undefined });
  }

  readonly #left = (signIn: PendingSignIn): number => Math.max(1, signIn.expiresAt - this.#clock());
}
