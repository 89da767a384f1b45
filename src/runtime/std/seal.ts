import { decodeBase64url, encodeBase64url, textOf, utf8 } from './bytes.ts';
import { randomBytes } from './ids.ts';

const ivBytes = 12;

type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Secret from which a key is derived. A function is called at the first use, so that a server which seals nothing generates no random secret. */
export type SealSecret = string | Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>);

export interface SealPurpose {
  /** Unique for every kind of sealed text, so that no kind is accepted as another. */
  readonly label: string;
  /** Identity of the server, so that two servers with one secret do not accept each other's texts. */
  readonly identity: string;
}

/** Authenticated encryption of texts: AES-256-GCM under a key derived by HKDF-SHA-256 for one purpose. */
export class Seal {
  readonly #secret: SealSecret;
  readonly #purpose: SealPurpose;
  #key: Promise<SealingKey> | undefined;

  constructor(secret: SealSecret, purpose: SealPurpose) {
    this.#secret = secret;
    this.#purpose = purpose;
  }

  /** @param binding context of the text, authenticated but not contained; opening needs the same value */
  async seal(text: string, binding: string): Promise<string> {
    const iv = randomBytes(ivBytes);
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, binding), await this.#useKey(), utf8(text)));
    const bytes = new Uint8Array(ivBytes + sealed.length);
    bytes.set(iv);
    bytes.set(sealed, ivBytes);
    return encodeBase64url(bytes);
  }

  /** `undefined` for every text that was not sealed with this key for this binding, without the reason. */
  async open(sealed: string, binding: string): Promise<string | undefined> {
    const bytes = decodeBase64url(sealed);
    // One encoding per sealed text: base64url has unused bits, which could otherwise be changed.
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

/** 32 bytes for one purpose (HKDF-SHA-256, RFC 5869), the same for the same secret. */
export async function deriveBytes(secret: string, { identity, label }: SealPurpose): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', utf8(secret), 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits(derivation(label, identity), material, 256));
}

const derivation = (label: string, identity: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: utf8(JSON.stringify([label, identity])),
});

async function deriveKey(secret: Uint8Array<ArrayBuffer>, { label, identity }: SealPurpose): Promise<SealingKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(derivation(label, identity), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
