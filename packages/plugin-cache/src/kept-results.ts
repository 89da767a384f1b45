import type { Store } from '@service/sdk/define';
import { decodeBase64url, encodeBase64url, sha256Text } from '@service/sdk/internal';

/** What a result is kept under. */
export interface ResultName {
  readonly key: string;
  /** The person, whose results take the place of their own; absent for all anonymous callers together. */
  readonly owner: string | undefined;
}

/** Texts of results. */
export interface KeptResults {
  get(name: ResultName): Promise<string | undefined> | string | undefined;
  set(name: ResultName, text: string, ttlMs: number): Promise<void> | void;
  /**
   * Lets one instance of all run a call whose result is not there.
   * @param signal of the caller, who waits no longer
   * @returns what ends the turn, or undefined once another instance has had it
   */
  takeTurn(key: string, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> | (() => Promise<void>);
}

const maxCharacters = 64 * 1024 * 1024;
/** Of a result in a store, which has no limit of its own. */
const maxStoredCharacters = 256 * 1024;
const endTurn = async (): Promise<void> => {};

/** The part of the whole that one owner may take: anonymous callers are many. */
const shareOf = (owner: string | undefined, whole: number): number => Math.floor(whole / (owner === undefined ? 2 : 8));

interface Kept {
  readonly text: string;
  readonly endsAt: number;
  readonly own: OwnerResults;
}

/** Results of one owner, the one that was used longest ago first. */
interface OwnerResults {
  readonly owner: string | undefined;
  readonly keys: Set<string>;
  characters: number;
}

/** Results in this process; those that were used longest ago make room, those of an owner with a full share for their own. */
export class ResultsInMemory implements KeptResults {
  readonly #kept = new Map<string, Kept>();
  readonly #owners = new Map<string | undefined, OwnerResults>();
  readonly #maxResults: number;
  readonly #now: () => number;
  #characters = 0;

  constructor(now: () => number, maxResults: number) {
    this.#now = now;
    this.#maxResults = maxResults;
  }

  get({ key }: ResultName): string | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    if (found.endsAt <= this.#now()) {
      this.#drop(key);
      return undefined;
    }
    // The last in both orders.
    this.#kept.delete(key);
    this.#kept.set(key, found);
    found.own.keys.delete(key);
    found.own.keys.add(key);
    return found.text;
  }

  set({ key, owner }: ResultName, text: string, ttlMs: number): void {
    this.#drop(key);
    if (key.length + text.length > maxCharacters / 8) return;
    const own = this.#owners.get(owner) ?? { owner, keys: new Set(), characters: 0 };
    this.#owners.set(owner, own);
    this.#kept.set(key, { text, endsAt: this.#now() + ttlMs, own });
    own.keys.add(key);
    this.#count(own, key.length + text.length);
    for (const oldest of own.keys) {
      if (own.keys.size <= shareOf(owner, this.#maxResults) && own.characters <= shareOf(owner, maxCharacters)) break;
      this.#drop(oldest);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxResults && this.#characters <= maxCharacters) break;
      this.#drop(oldest);
    }
  }

  takeTurn(): () => Promise<void> {
    return endTurn;
  }

  #drop(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    const { own, text } = found;
    this.#kept.delete(key);
    own.keys.delete(key);
    this.#count(own, -key.length - text.length);
    if (own.keys.size === 0) this.#owners.delete(own.owner);
  }

  #count(own: OwnerResults, characters: number): void {
    own.characters += characters;
    this.#characters += characters;
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

/**
 * Results that instances share. An owner has as many places as its share of results, and a result is kept in the one that its key says: what
 * stands there makes room, so no store needs to be counted.
 */
export class ResultsInStore implements KeptResults {
  readonly #store: Pick<Store, 'compareAndSet' | 'get' | 'set'>;
  readonly #signature: Signature | undefined;
  readonly #maxResults: number;

  /** @param signature absent where the server has no secret */
  constructor(store: Pick<Store, 'compareAndSet' | 'get' | 'set'>, signature: Signature | undefined, maxResults: number) {
    this.#store = store;
    this.#signature = signature;
    this.#maxResults = maxResults;
  }

  async get(name: ResultName): Promise<string | undefined> {
    const { key } = name;
    const kept = await this.#store.get(await this.#placeOf(name));
    // Another result may stand in its place.
    if (kept?.startsWith(key) !== true) return undefined;
    const text = kept.slice(key.length);
    return this.#signature === undefined ? text : this.#signature.open(key, text);
  }

  async set(name: ResultName, text: string, ttlMs: number): Promise<void> {
    if (text.length > maxStoredCharacters) return;
    const { key } = name;
    await this.#store.set(await this.#placeOf(name), key + ((await this.#signature?.sign(key, text)) ?? text), { ttlMs });
  }

  async #placeOf({ key, owner }: ResultName): Promise<string> {
    // The key is a hash.
    const [high = 0, middle = 0, low = 0] = decodeBase64url(key) ?? [];
    const number = ((high * 256 + middle) * 256 + low) % shareOf(owner, this.#maxResults);
    return `result:${owner === undefined ? '' : await sha256Text(owner)}:${number}`;
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
