import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { textOf, utf8 } from './bytes.ts';
import { randomBytes } from './ids.ts';

const ivBytes = 12;

type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** What a key is derived from. A function is asked when the first text is sealed or opened: a start that seals nothing draws nothing. */
export type SealSecret = string | Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>);

export interface SealPurpose {
  /** Of its own for every kind of sealed text, so that no kind is accepted as another. */
  readonly label: string;
  /** Of the server, so that two servers with one secret do not accept each other's texts. */
  readonly identity: string;
}

/** Texts that nobody else can read or change: AES-256-GCM under a key derived by HKDF-SHA-256 for one purpose. */
export class Seal {
  readonly #secret: SealSecret;
  readonly #purpose: SealPurpose;
  #key: Promise<SealingKey> | undefined;

  constructor(secret: SealSecret, purpose: SealPurpose) {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  /** @param binding what the text is for; not part of it, but without the same it does not open */
  async seal(text: string, binding: string): Promise<string> {
    const iv = randomBytes(ivBytes);
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, binding), await this.#useKey(), utf8(text)));
    const bytes = new Uint8Array(ivBytes + sealed.length);
    bytes.set(iv);
    bytes.set(sealed, ivBytes);
    return encodeBase64url(bytes);
  }

  /** `undefined` for everything that was not sealed here for this binding; nothing tells why. */
  async open(sealed: string, binding: string): Promise<string | undefined> {
    const bytes = decodeBase64url(sealed);
    // One text per seal: base64url leaves bits over that would otherwise be free to change.
    if (bytes === undefined || bytes.length <= ivBytes || encodeBase64url(bytes) !== sealed) return undefined;
    try {
      const key = await this.#useKey();
      const plain = await crypto.subtle.decrypt(algorithm(bytes.slice(0, ivBytes), binding), key, bytes.slice(ivBytes));
      return textOf(new Uint8Array(plain));
    } catch {
      return undefined;
    }
  }

  #useKey(): Promise<SealingKey> {
    this.#key ??= deriveKey(bytesOf(this.#secret), this.#purpose);
    return this.#key;
  }
}

function bytesOf(secret: SealSecret): Uint8Array<ArrayBuffer> {
  if (typeof secret === 'function') return secret();
  return typeof secret === 'string' ? utf8(secret) : secret;
}

const algorithm = (iv: Uint8Array, binding: string) => ({ name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: utf8(binding) });

async function deriveKey(secret: Uint8Array<ArrayBuffer>, { label, identity }: SealPurpose): Promise<SealingKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(JSON.stringify([label, identity])) };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
