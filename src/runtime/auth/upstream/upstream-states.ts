import { encodeBase64url, randomId, sha256, sha256Text } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';

/** What a way to a provider and back is bound to. */
export interface UpstreamState {
  /** The open sign-in here. */
  readonly signInId: string;
  readonly providerId: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The way out. */
export interface Departure {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/** States of sign-ins that are at a provider: each is known by its hash alone, and good for one return. */
export class UpstreamStates {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async begin(facts: Pick<UpstreamState, 'signInId' | 'providerId' | 'redirectUri' | 'expiresAt'>, now: number): Promise<Departure> {
    const [state, verifier, nonce] = [randomId(32), randomId(48), randomId(32)];
    const record: UpstreamState = { ...facts, verifier, nonce };
    await this.#store.set(await keyOf(state), JSON.stringify(record), { ttlMs: Math.max(1, facts.expiresAt - now) });
    return { state, nonce, codeChallenge: encodeBase64url(await sha256(verifier)) };
  }

  async find(state: string, now: number): Promise<UpstreamState | undefined> {
    const text = await this.#store.get(await keyOf(state));
    const record = text === undefined ? undefined : (JSON.parse(text) as UpstreamState);
    return record === undefined || record.expiresAt <= now ? undefined : record;
  }

  /** Uses it up; of two returns with one state, one is told true. */
  async take(state: string, read: UpstreamState): Promise<boolean> {
    return this.#store.compareAndSet(await keyOf(state), { expected: JSON.stringify(read), next: undefined });
  }
}

const keyOf = async (state: string): Promise<string> => `upstream-state:${await sha256Text(state)}`;
