import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import type { PendingSignIn } from '../server/sign-in/pending-sign-in.ts';

/** How far the visits to the providers of one sign-in have come. */
export interface LinkProgress {
  /** Still to be visited, in order. */
  readonly queue: readonly string[];
  readonly linked: readonly string[];
  /** The one where the browser is now. */
  readonly current?: { readonly id: string; readonly stateHash: string; readonly verifier: string; readonly redirectUri: string };
}

const keyOf = ({ id }: Pick<PendingSignIn, 'id'>): string => `federated:${id}`;

/** One record an open sign-in; every move is a swap, so that a return from a provider counts once. */
export class LinkProgresses {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(signIn: PendingSignIn): Promise<LinkProgress | undefined> {
    const text = await this.#store.get(keyOf(signIn));
    // Written here alone, so its shape needs no check.
    return text === undefined ? undefined : (JSON.parse(text) as LinkProgress);
  }

  async begin(signIn: PendingSignIn, progress: LinkProgress): Promise<void> {
    await this.#store.set(keyOf(signIn), JSON.stringify(progress), { ttlMs: this.#left(signIn) });
  }

  /** False: somebody was faster. */
  move(signIn: PendingSignIn, read: LinkProgress, next: LinkProgress): Promise<boolean> {
    const swap = { expected: JSON.stringify(read), next: JSON.stringify(next), ttlMs: this.#left(signIn) };
    return this.#store.compareAndSet(keyOf(signIn), swap);
  }

  readonly #left = (signIn: PendingSignIn): number => Math.max(1, signIn.expiresAt - this.#clock());
}
