import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { consentPrefix } from '../consent/consent-records.ts';
import { grantClaim, GrantRecords, type GrantRecord } from '../records/grant-records.ts';
import { isWithdrawn, withdrawalOf, withdrawAll } from '../records/withdrawals.ts';

/** What an access token says of its grant. */
export interface TokenGrant {
  readonly grantId: string;
  readonly issuer: string;
  readonly sub: string;
}

/** Grants that end before their time: one at a time, or all of a person. */
export class RevocableGrants extends GrantRecords {
  readonly #store: Store;

  constructor(store: Store, clock: Clock) {
    super(store, clock);
    this.#store = store;
  }

  override async find(id: string, issuer: string): Promise<GrantRecord | undefined> {
    const record = await super.find(id, issuer);
    if (record === undefined) return undefined;
    return isWithdrawn(record.withdrawal, await withdrawalOf(this.#store, record.user.sub)) ? undefined : record;
  }

  override async advance(read: GrantRecord): Promise<GrantRecord | undefined> {
    const next = await super.advance(read);
    // In the answer only: what is kept need not repeat its own id.
    return next === undefined ? undefined : { ...next, claims: { ...next.claims, [grantClaim]: next.id } };
  }

  /** Whether an access token of this grant is still good. */
  async isLive({ grantId, issuer, sub }: TokenGrant): Promise<boolean> {
    const [record, withdrawal] = await Promise.all([super.find(grantId, issuer), withdrawalOf(this.#store, sub)]);
    return record !== undefined && record.cancelled !== true && !isWithdrawn(record.withdrawal, withdrawal);
  }

  /** Ends every grant of a person, and forgets what they agreed to. */
  async withdraw(sub: string): Promise<void> {
    await withdrawAll(this.#store, sub);
    const agreements = await this.#store.keys(consentPrefix(sub));
    await Promise.all(agreements.map((key) => this.#store.delete(key)));
  }
}
