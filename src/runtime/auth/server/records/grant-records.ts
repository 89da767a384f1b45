import { randomId, sha256Text, type Clock } from '../../../std/index.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { codeSeconds, refreshTokenSeconds } from '../tokens/lifetimes.ts';
import type { SignedInUser } from '../sign-in/pending-sign-in.ts';

/** What a user granted a client: set when the code is made, never changed. */
export interface GrantFacts {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly scopes: readonly string[];
  /** Of every token; at the endpoints of another one the grant is unknown. */
  readonly issuer: string;
  /** The `aud` of every token. */
  readonly resource: string;
  readonly user: SignedInUser;
  /** Claims for the token beside the user's. */
  readonly claims: SignedInUser['claims'];
  /** Newest withdrawal of the person when they were identified. */
  readonly withdrawal?: string;
}

/**
 * One grant: its code, and after that its family of refresh tokens. One record, so that using the code and beginning the family, or
 * retiring a token and issuing the next, is one swap; a record that says `used` is the tombstone of its code. No secret is in
 * it: the code as a hash, refresh tokens as a generation and the salt of their signature.
 */
export interface GrantRecord extends GrantFacts {
  readonly id: string;
  readonly codeHash: string;
  /** Milliseconds since the epoch: of the code, then of the newest refresh token. */
  readonly expiresAt: number;
  readonly salt: string;
  /** 0: the code is not used. Otherwise the number of the refresh token that is good. */
  readonly generation: number;
  readonly cancelled?: true;
}

/** Claim of access tokens: the grant that they came from. */
export const grantClaim = 'grant_id';

const keyOf = (id: string): string => `grant:${id}`;
const secretBytes = 32;

export class GrantRecords {
  readonly #records: RecordStore<string, GrantRecord>;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#records = new RecordStore(store, { keyOf, lifetimeMs: ({ expiresAt }) => expiresAt - clock() });
    this.#clock = clock;
  }

  /** @returns the code: the grant's id and a secret of which only the hash is kept */
  async begin(facts: GrantFacts): Promise<string> {
    const secret = randomId(secretBytes);
    const record: GrantRecord = {
      ...facts,
      id: randomId(),
      codeHash: await sha256Text(secret),
      expiresAt: this.#clock() + codeSeconds * 1000,
      salt: randomId(),
      generation: 0,
    };
    await this.#records.set(record.id, record);
    return `${record.id}.${secret}`;
  }

  /** @param issuer of this request: a grant of another server on a shared store is not found here */
  async find(id: string, issuer: string): Promise<GrantRecord | undefined> {
    const record = /^[A-Za-z0-9_-]{22}$/.test(id) ? await this.#records.find(id) : undefined;
    return record?.issuer === issuer ? record : undefined;
  }

  isOver(record: GrantRecord): boolean {
    return record.expiresAt <= this.#clock();
  }

  /** Moves on to the next refresh token; undefined: another request was faster, so what was presented is used. */
  async advance(read: GrantRecord): Promise<GrantRecord | undefined> {
    const next = { ...read, generation: read.generation + 1, expiresAt: this.#clock() + refreshTokenSeconds * 1000 };
    return (await this.#records.swap(read.id, read, next)) ? next : undefined;
  }

  /** Ends the whole family, however often it moves on meanwhile. */
  async cancel(id: string): Promise<void> {
    await this.#records.update(id, (record) =>
      record === undefined || record.cancelled === true ? undefined : { ...record, cancelled: true },
    );
  }
}
