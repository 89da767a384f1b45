import type { Store } from '@service/sdk/define';
import { decodeBase64url, encodeBase64url } from '@service/sdk/internal';

/** Texts of results, under keys. */
export interface KeptResults {
  get(key: string): Promise<string | undefined> | string | undefined;
  set(key: string, text: string, ttlMs: number): Promise<void> | void;
  /**
   * Lets one instance of all run a call whose result is not there.
   * @param signal of the caller, who waits no longer
   * @returns what ends the turn, or undefined once another instance has had it
   */
  takeTurn(key: string, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> | (() => Promise<void>);
}

const maxResults = 10_000;
const maxCharacters = 64 * 1024 * 1024;
const endTurn = async (): Promise<void> => {};

/** Results in this process; those that were used longest ago make room. */
export class ResultsInMemory implements KeptResults {
  readonly #kept = new Map<string, { readonly text: string; readonly endsAt: number }>();
  readonly #now: () => number;
  #characters = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string): string | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#drop(key);
    if (found.endsAt <= this.#now()) return undefined;
    this.#put(key, found);
    return found.text;
  }

  set(key: string, text: string, ttlMs: number): void {
    this.#drop(key);
    if (key.length + text.length > maxCharacters / 8) return;
    this.#put(key, { text, endsAt: this.#now() + ttlMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxResults && this.#characters <= maxCharacters) break;
      this.#drop(oldest);
    }
  }

  takeTurn(): () => Promise<void> {
    return endTurn;
  }

  #put(key: string, result: { readonly text: string; readonly endsAt: number }): void {
    this.#kept.set(key, result);
    this.#characters += key.length + result.text.length;
  }

  #drop(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    this.#kept.delete(key);
    this.#characters -= key.length + found.text.length;
  }
}

/** Milliseconds after which another instance takes the turn of one that has died. */
const turnMs = 5000;
const renewMs = 1500;
const maxRenewals = 40;
const longestWaitMs = 250;

/** Signs texts under their keys, so that others who can write into the store cannot make up a result. */
export class Signature {
  readonly #key: Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>>;

  constructor(bytes: Promise<Uint8Array<ArrayBuffer>>) {
    const use = { name: 'HMAC', hash: 'SHA-256' };
    this.#key = bytes.then((raw) => crypto.subtle.importKey('raw', raw, use, false, ['sign', 'verify']));
  }

  async sign(key: string, text: string): Promise<string> {
    const signature = await crypto.subtle.sign('HMAC', await this.#key, signed(key, text));
    return `${encodeBase64url(new Uint8Array(signature))}.${text}`;
  }

  /** The text, where it was signed for this key. */
  async open(key: string, kept: string): Promise<string | undefined> {
    const end = kept.indexOf('.');
    const text = kept.slice(end + 1);
    const signature = decodeBase64url(kept.slice(0, Math.max(end, 0)));
    if (signature === undefined) return undefined;
    return (await crypto.subtle.verify('HMAC', await this.#key, signature, signed(key, text))) ? text : undefined;
  }
}

const signed = (key: string, text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify([key, text]));

/** Results that instances share. */
export class ResultsInStore implements KeptResults {
  readonly #store: Pick<Store, 'compareAndSet' | 'get' | 'set'>;
  readonly #signature: Signature | undefined;

  /** @param signature absent where the server has no secret */
  constructor(store: Pick<Store, 'compareAndSet' | 'get' | 'set'>, signature: Signature | undefined) {
    this.#store = store;
    this.#signature = signature;
  }

  async get(key: string): Promise<string | undefined> {
    const kept = await this.#store.get(`result:${key}`);
    return kept === undefined || this.#signature === undefined ? kept : this.#signature.open(key, kept);
  }

  async set(key: string, text: string, ttlMs: number): Promise<void> {
    await this.#store.set(`result:${key}`, (await this.#signature?.sign(key, text)) ?? text, { ttlMs });
  }

  async takeTurn(key: string, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> {
    const name = `turn:${key}`;
    const mark = crypto.randomUUID();
    for (let waitMs = 10, isFirst = true; ; waitMs = Math.min(waitMs * 2, longestWaitMs), isFirst = false) {
      if (await this.#store.compareAndSet(name, { expected: undefined, next: mark, ttlMs: turnMs })) {
        // Whoever waited for another's turn looks at what that left first.
        if (isFirst) return this.#hold(name, mark, signal);
        await this.#store.compareAndSet(name, { expected: mark, next: undefined });
        return undefined;
      }
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /** Keeps the turn while the call runs. */
  #hold(name: string, mark: string, signal: AbortSignal): () => Promise<void> {
    let renewals = 0;
    const renewal = setInterval(() => {
      // A turn ends with its caller, and after a minute: a call that never ends must not hold up other instances.
      if (signal.aborted || ++renewals > maxRenewals) return clearInterval(renewal);
      this.#store.compareAndSet(name, { expected: mark, next: mark, ttlMs: turnMs }).catch(() => undefined);
    }, renewMs);
    return async () => {
      clearInterval(renewal);
      await this.#store.compareAndSet(name, { expected: mark, next: undefined });
    };
  }
}
