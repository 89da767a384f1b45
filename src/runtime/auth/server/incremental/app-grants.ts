import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../storage/store.ts';
import { agreementSeconds } from '../tokens/lifetimes.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';

/** Ids of the apps that a person has granted to a client so far. */
export type AppGrants = RecordStore<Pick<CheckedSignIn, 'user' | 'clientId' | 'issuer' | 'withdrawal'>, readonly string[]>;

/**
 * Under issuer, user and client, all proven in this sign-in: an id named by a caller could be another person's grant. What was granted before
 * a withdrawal is not found after it.
 */
export const appGrants = (store: Store): AppGrants =>
  new RecordStore(store, {
    lifetimeMs: () => agreementSeconds * 1000,
    keyOf: ({ clientId, issuer, user, withdrawal }) =>
      `apps:${[issuer, user.sub, clientId, ...(withdrawal === undefined ? [] : [withdrawal])].map(encodeURIComponent).join(':')}`,
  });
