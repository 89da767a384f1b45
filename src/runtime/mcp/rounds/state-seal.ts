import type { Json, JsonObject } from '../../model/index.ts';
import { encodeBase64url, Seal, type SealSecret, utf8 } from '../../std/index.ts';
import { invalidParams } from '../../errors/index.ts';

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

const maxDepth = 200;

/**
 * JSON text that is the same for equal values, whatever the order of their keys: a client may write its call anew for the next round.
 * @throws {ProtocolError} -32602 for values nested deeper than 200 levels
 */
export function canonicalJson(value: Json | undefined, depth = 0): string {
  if (depth > maxDepth) throw invalidParams(`params are nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 of the canonical text, in base64url. */
export async function digestOf(value: Json): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonicalJson(value)))));
}

/** Limits of the questions of one call, so that it ends and its state stays small. */
export interface RoundLimits {
  readonly maxRounds: number;
  readonly maxQuestions: number;
  /** Characters of `requestState`, sent and accepted. */
  readonly maxStateLength: number;
  /** Milliseconds after the last question's time limit in which a late answer still gets its own error. */
  readonly graceMs: number;
}

export const defaultRoundLimits: RoundLimits = { maxRounds: 16, maxQuestions: 32, maxStateLength: 256 * 1024, graceMs: 300_000 };
