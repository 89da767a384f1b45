import type { JsonObject } from '../../model/index.ts';
import { decodeBase64url, encodeBase64url, randomBytes, textOf, utf8 } from '../../std/index.ts';

/** What a call knows after a round; travels with the client, which can neither read nor change it. */
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

/** Its own label: no other kind of sealed text of this server is accepted as a request state, nor the other way round (ruling 16). */
const label = 'service/request-state/v1';
const ivBytes = 12;

type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Seals states with AES-256-GCM under a key derived by HKDF-SHA-256 for this use and this server alone. */
export class StateSeal {
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #identity: string;
  #key: Promise<SealingKey> | undefined;

  /** @param identity of the server, so that two servers with one secret do not accept each other's states (ruling 20) */
  constructor(secret: Uint8Array<ArrayBuffer>, identity: string) {
    this.#secret = secret;
    this.#identity = identity;
  }

  /** @param binding what the state is for; not part of the text, but without the same it does not open */
  async seal(state: RoundState, binding: string): Promise<string> {
    const iv = randomBytes(ivBytes);
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, binding), await this.#useKey(), utf8(JSON.stringify(state))));
    const bytes = new Uint8Array(ivBytes + sealed.length);
    bytes.set(iv);
    bytes.set(sealed, ivBytes);
    return encodeBase64url(bytes);
  }

  /** `undefined` for everything that was not sealed here for this binding; nothing tells why. */
  async open(text: string, binding: string): Promise<RoundState | undefined> {
    const bytes = decodeBase64url(text);
    // One text per state: base64url leaves bits over that would otherwise be free to change.
    if (bytes === undefined || bytes.length <= ivBytes || encodeBase64url(bytes) !== text) return undefined;
    try {
      const key = await this.#useKey();
      const plain = await crypto.subtle.decrypt(algorithm(bytes.slice(0, ivBytes), binding), key, bytes.slice(ivBytes));
      // Only this server's own text opens, so its shape needs no check.
      return JSON.parse(textOf(new Uint8Array(plain)) ?? '') as RoundState;
    } catch {
      return undefined;
    }
  }

  #useKey(): Promise<SealingKey> {
    this.#key ??= deriveKey(this.#secret, this.#identity);
    return this.#key;
  }
}

const algorithm = (iv: Uint8Array, binding: string) => ({ name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: utf8(binding) });

async function deriveKey(secret: Uint8Array<ArrayBuffer>, identity: string): Promise<SealingKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(JSON.stringify([label, identity])) };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
