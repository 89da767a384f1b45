import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
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

export type LinkProgressStore = RecordStore<PendingSignIn, LinkProgress>;

/** One record for each open sign-in, which ends with it. A move is a swap, so that a return from a provider counts once. */
export const linkProgressStore = (store: Store, clock: Clock): LinkProgressStore =>
  new RecordStore(store, { keyOf: ({ id }) => `federated:${id}`, lifetimeMs: (_progress, { expiresAt }) => expiresAt - clock() });
