import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import type { PendingSignIn } from '../sign-in-parts.ts';

const keyOf = (id: string): string => `sign-in:${id}`;

/** Open sign-ins, each under its own key until its ten minutes are over. */
export class PendingSignIns {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async add(signIn: PendingSignIn): Promise<void> {
    await this.#store.set(keyOf(signIn.id), JSON.stringify(signIn), { ttlMs: this.#left(signIn) });
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
    return this.#store.compareAndSet(keyOf(read.id), { expected: JSON.stringify(read), next: undefined });
  }

  readonly #left = (signIn: PendingSignIn): number => Math.max(1, signIn.expiresAt - this.#clock());
}
