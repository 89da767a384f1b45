import type { JsonObject } from '../../model/index.ts';
import { Seal, type SealSecret } from '../../std/index.ts';

/** State of a call after a round. It travels with the client, which can neither read nor change it. */
export interface RoundState {
  /** Unique per round; the state is accepted with answers once. */
  readonly id: string;
  /** 1 after the first round. */
  readonly round: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Key → digest of the question, and when an answer comes too late. */
  readonly asked: readonly (readonly [key: string, digest: string, deadline: number])[];
  /** Key → digest of the question, and the answer; `null` when it came too late. */
  readonly answers: readonly (readonly [key: string, digest: string, answer: JsonObject | null])[];
}

/** Its own label: no other kind of sealed text of this server is accepted as a request state, nor the other way round. */
const label = 'service/request-state/v1';

/** Seals states for this server alone. */
export class StateSeal {
  readonly #seal: Seal;

  /** @param identity of the server, so that two servers with one secret do not accept each other's states */
  constructor(secret: SealSecret, identity: string) {
    this.#seal = new Seal(secret, { label, identity });
  }

  /** @param binding what the state is for; not part of the text, but without the same it does not open */
  seal(state: RoundState, binding: string): Promise<string> {
    return this.#seal.seal(JSON.stringify(state), binding);
  }

  /** `undefined` for everything that was not sealed here for this binding; nothing tells why. */
  async open(text: string, binding: string): Promise<RoundState | undefined> {
    const state = await this.#seal.open(text, binding);
    // Only this server's own text opens, so its shape needs no check.
    return state === undefined ? undefined : (JSON.parse(state) as RoundState);
  }
}
