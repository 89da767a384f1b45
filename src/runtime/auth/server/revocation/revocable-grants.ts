import { randomId, sha256Text } from '../../../std/index.ts';
import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { consentPrefix } from '../consent/consent-records.ts';
import { refreshTokenSeconds, signInSeconds } from '../tokens/lifetimes.ts';
import { GrantRecords, type GrantFacts, type GrantRecord } from '../records/grant-records.ts';

/** Claim of access tokens: the grant that they came from. */
export const grantClaim = 'grant_id';

/** What an access token says of its grant. */
export interface TokenGrant {
  readonly grantId: string;
  readonly issuer: string;
  readonly sub: string;
}

const keyOf = async (sub: string): Promise<string> => `withdrawn:${await sha256Text(sub)}`;
/** Longer than any grant that is not used lives, so that none outlives the withdrawal that ended it. */
const withdrawalMs = (refreshTokenSeconds + signInSeconds) * 1000;

/**
 * Grants that end before their time: one at a time, or all of a person. A withdrawal is one record with a random id; each grant keeps the
 * id that it found when it began. So no list of grants is kept, no clocks are compared, and a sign-in that is under way during a
 * withdrawal ends with it.
 */
export class RevocableGrants extends GrantRecords {
  readonly #store: Store;

  constructor(store: Store, clock: Clock) {
    super(store, clock);
    this.#store = store;
  }

  override async begin(facts: GrantFacts): Promise<string> {
    const withdrawal = await this.#withdrawalOf(facts.user.sub);
    return super.begin(withdrawal === undefined ? facts : { ...facts, withdrawal });
  }

  override async find(id: string, issuer: string): Promise<GrantRecord | undefined> {
    const record = await super.find(id, issuer);
    if (record === undefined) return undefined;
    return isWithdrawn(record, await this.#withdrawalOf(record.user.sub)) ? undefined : record;
  }

  override async advance(read: GrantRecord): Promise<GrantRecord | undefined> {
    const next = await super.advance(read);
    // In the answer only: what is kept need not repeat its own id.
    return next === undefined ? undefined : { ...next, claims: { ...next.claims, [grantClaim]: next.id } };
  }

  /** Whether an access token of this grant is still good. */
  async isLive({ grantId, issuer, sub }: TokenGrant): Promise<boolean> {
    const [record, withdrawal] = await Promise.all([super.find(grantId, issuer), this.#withdrawalOf(sub)]);
    return record !== undefined && record.cancelled !== true && !isWithdrawn(record, withdrawal);
  }

  /** Ends every grant of a person, and forgets what they agreed to. */
  async withdraw(sub: string): Promise<void> {
    await this.#store.set(await keyOf(sub), randomId(), { ttlMs: withdrawalMs });
    const agreements = await this.#store.keys(consentPrefix(sub));
    await Promise.all(agreements.map((key) => this.#store.delete(key)));
  }

  async #withdrawalOf(sub: string): Promise<string | undefined> {
    return this.#store.get(await keyOf(sub));
  }
}

const isWithdrawn = (record: GrantRecord, withdrawal: string | undefined): boolean =>
  withdrawal !== undefined && record.withdrawal !== withdrawal;
