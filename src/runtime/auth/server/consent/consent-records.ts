import type { Clock } from '../../../std/index.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { agreementSeconds } from '../tokens/lifetimes.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';

/** What a person chose for a client, to be asked again only for what is new. */
export interface ConsentRecord {
  readonly selectedToolIds: readonly string[];
  readonly seenToolIds: readonly string[];
  readonly updatedAt: number;
  /** Chosen for this address: another one may be another program with the same client id (confused deputy). */
  readonly redirectUri: string;
  /** Chosen at this server: the same client may be used with another one of the store. */
  readonly issuer: string;
}

type ConsentOwner = Pick<CheckedSignIn, 'user' | 'clientId' | 'issuer' | 'redirectUri' | 'withdrawal'>;

/** Before the keys of a person's choices. */
export const consentPrefix = (sub: string): string => `consent:${encodeURIComponent(sub)}:`;

/** No part can reach into another: a client id is a stranger's text. A choice that is saved during a withdrawal is not found after it. */
const keyOf = ({ clientId, user, withdrawal }: ConsentOwner): string =>
  consentPrefix(user.sub) + encodeURIComponent(clientId) + (withdrawal === undefined ? '' : `:${withdrawal}`);

export class ConsentRecords {
  readonly #records: RecordStore<ConsentOwner, ConsentRecord>;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#records = new RecordStore(store, { keyOf, lifetimeMs: () => agreementSeconds * 1000 });
    this.#clock = clock;
  }

  async find(owner: ConsentOwner): Promise<ConsentRecord | undefined> {
    const record = await this.#records.find(owner);
    return record?.redirectUri === owner.redirectUri && record.issuer === owner.issuer ? record : undefined;
  }

  /** Lives on from now. What was changed or withdrawn meanwhile stays so. */
  async renew(owner: ConsentOwner, read: ConsentRecord): Promise<void> {
    await this.#records.swap(owner, read, { ...read, updatedAt: this.#clock() });
  }

  async save(owner: ConsentOwner, chosen: Pick<ConsentRecord, 'selectedToolIds' | 'seenToolIds'>): Promise<void> {
    const { issuer, redirectUri } = owner;
    await this.#records.set(owner, { ...chosen, updatedAt: this.#clock(), redirectUri, issuer });
  }
}
