import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
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

type Whose = Pick<CheckedSignIn, 'user' | 'clientId' | 'issuer' | 'redirectUri'>;

/** Before the keys of a person's choices. */
export const consentPrefix = (sub: string): string => `consent:${encodeURIComponent(sub)}:`;

/** Neither part can reach into the other: a client id is a stranger's text. */
const keyOf = ({ clientId, user }: Whose): string => consentPrefix(user.sub) + encodeURIComponent(clientId);

export class ConsentRecords {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(whose: Whose): Promise<ConsentRecord | undefined> {
    const text = await this.#store.get(keyOf(whose));
    // Written here alone, so its shape needs no check.
    const record = text === undefined ? undefined : (JSON.parse(text) as ConsentRecord);
    return record?.redirectUri === whose.redirectUri && record.issuer === whose.issuer ? record : undefined;
  }

  async save(whose: Whose, chosen: Pick<ConsentRecord, 'selectedToolIds' | 'seenToolIds'>): Promise<void> {
    const record: ConsentRecord = { ...chosen, updatedAt: this.#clock(), redirectUri: whose.redirectUri, issuer: whose.issuer };
    await this.#store.set(keyOf(whose), JSON.stringify(record));
  }
}
