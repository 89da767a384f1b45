import { encodeBase64url } from './bytes.ts';

/** Random bytes from the platform's CSPRNG: the only source of ids, codes and keys. */
export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/**
 * An unguessable id in base64url.
 * @param bytes of randomness; 16 (128 bits) when not given
 */
export const randomId = (bytes = 16): string => encodeBase64url(randomBytes(bytes));

/** Bytes of one id: 128 bits. */
const idBytes = 16;
/** Ids drawn at once. */
const drawnIds = 256;

const hex: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Unguessable ids that are needed by the thousand: the platform's CSPRNG is asked for many of them at once, because a call of it costs
 * more than everything else that happens to a request.
 */
export class IdPool {
  #bytes = new Uint8Array();
  #at = 0;

  /** Drawn when it is first read: most requests are never named, and a start that names none loads no random numbers. */
  take(): LazyId {
    return new LazyId(this);
  }

  draw(): string {
    if (this.#at >= this.#bytes.length) {
      this.#bytes = randomBytes(idBytes * drawnIds);
      this.#at = 0;
    }
    let id = '';
    for (const end = this.#at + idBytes; this.#at < end; this.#at++) id += hex[this.#bytes[this.#at] ?? 0];
    return id;
  }
}

/** One id of a pool. */
class LazyId {
  readonly #pool: IdPool;
  #text: string | undefined;

  constructor(pool: IdPool) {
    this.#pool = pool;
  }

  get text(): string {
    return (this.#text ??= this.#pool.draw());
  }
}
