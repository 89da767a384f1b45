import { encodeBase64url, hashTextsEqual, randomId, sha256, sha256Text } from '../../std/index.ts';
import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../storage/store.ts';

/** What a way to a provider and back is bound to. */
export interface UpstreamState {
  /** The open sign-in here. */
  readonly signInId: string;
  readonly providerId: string;
  readonly stateHash: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** Withdrawals of anybody when the person left. */
  readonly soFar: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The way out. */
export interface Departure {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/**
 * States of sign-ins that are at a provider: each is known by its hash alone, and good for one return. A sign-in has one: who leaves again,
 * and again, must not fill the store.
 */
export class UpstreamStates {
  readonly #records: RecordStore<string, UpstreamState>;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#records = new RecordStore(store, { keyOf, lifetimeMs: ({ expiresAt }) => expiresAt - clock() });
    this.#clock = clock;
  }

  async begin(facts: Pick<UpstreamState, 'signInId' | 'providerId' | 'redirectUri' | 'soFar' | 'expiresAt'>): Promise<Departure> {
    const [state, verifier, nonce] = [`${facts.signInId}.${randomId(32)}`, randomId(48), randomId(32)];
    await this.#records.set(facts.signInId, { ...facts, stateHash: await sha256Text(state), verifier, nonce });
    return { state, nonce, codeChallenge: encodeBase64url(await sha256(verifier)) };
  }

  async find(state: string): Promise<UpstreamState | undefined> {
    const [signInId = ''] = state.split('.', 1);
    const record = await this.#records.find(signInId);
    if (record === undefined || record.expiresAt <= this.#clock()) return undefined;
    return hashTextsEqual(await sha256Text(state), record.stateHash) ? record : undefined;
  }

  /** Uses it up; of two returns with one state, one is told true. */
  take(read: UpstreamState): Promise<boolean> {
    return this.#records.swap(read.signInId, read, undefined);
  }
}

const keyOf = async (signInId: string): Promise<string> => `upstream-state:${await sha256Text(signInId)}`;
