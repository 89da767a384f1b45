import { sha256, systemClock } from '../../../std/index.ts';
import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import type { CachedDocument, DocumentCache } from './document-cache.ts';

/** Documents at most: strangers choose the addresses, and a store has room for more than it should hold. */
const places = 1000;

/**
 * Good documents, for every instance. Each address has one of a fixed number of places, so that no count has to be kept: who finds
 * another's document there fetches its own.
 */
export class SharedDocumentCache implements DocumentCache {
  readonly #store: Store;
  /** Milliseconds: a document that is not fresh any more is asked for again with its ETag. */
  readonly #keptMs: number;

  readonly #clock: Clock;

  constructor(store: Store, keptMs: number, clock: Clock = systemClock) {
    this.#store = store;
    this.#keptMs = keptMs;
    this.#clock = clock;
  }

  async get(url: string): Promise<CachedDocument | undefined> {
    const text = await this.#store.get(await placeOf(url));
    // Written here alone, so its shape needs no check.
    const found = text === undefined ? undefined : (JSON.parse(text) as CachedDocument);
    return found?.client.clientId === url ? found : undefined;
  }

  /** In nobody's place whose document is fresh: a stranger could choose addresses so that everybody's are fetched again and again. */
  async set(url: string, entry: CachedDocument): Promise<void> {
    const place = await placeOf(url);
    const expected = await this.#store.get(place);
    const there = expected === undefined ? undefined : (JSON.parse(expected) as CachedDocument);
    if (there !== undefined && there.client.clientId !== url && there.freshUntil > this.#clock()) return;
    await this.#store.compareAndSet(place, { expected, next: JSON.stringify(entry), ttlMs: this.#keptMs });
  }

  async delete(url: string): Promise<void> {
    if ((await this.get(url)) !== undefined) await this.#store.delete(await placeOf(url));
  }
}

async function placeOf(url: string): Promise<string> {
  const [a = 0, b = 0, c = 0] = await sha256(url);
  return String(((a << 16) | (b << 8) | c) % places);
}
