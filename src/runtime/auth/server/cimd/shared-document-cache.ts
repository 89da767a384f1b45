import { keptLimits } from '../../../options/kept-limits.ts';
import { LiveQuota, sha256, systemClock } from '../../../std/index.ts';
import type { Clock, GiveBack, QuotaLimits } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { documentBytes } from './document-cache.ts';
import type { CachedDocument, DocumentCache } from './document-cache.ts';

/** Documents at most: strangers choose the addresses, and a store has room for more than it should hold. */
const places = 1000;

interface SharedCacheOptions {
  /** Milliseconds: a document that is not fresh any more is asked for again with its ETag. */
  readonly keptMs: number;
  readonly clock?: Clock;
  readonly limits?: QuotaLimits;
}

interface Counted {
  readonly giveBack: GiveBack;
  readonly endsAt: number;
}

/**
 * Good documents, for every instance. Each address has one of a fixed number of places, so that no count has to be kept: who finds
 * another's document there fetches its own.
 */
export class SharedDocumentCache implements DocumentCache {
  readonly #store: Store;
  readonly #keptMs: number;

  readonly #clock: Clock;
  /** Of what this instance put there: an address must not take every place. */
  readonly #quota: LiveQuota;
  /** By address of the document, the oldest first. */
  readonly #counted = new Map<string, Counted>();

  constructor(store: Store, { clock = systemClock, keptMs, limits = keptLimits.sharedDocuments }: SharedCacheOptions) {
    this.#store = store;
    this.#keptMs = keptMs;
    this.#clock = clock;
    this.#quota = new LiveQuota(limits, clock);
  }

  async get(url: string): Promise<CachedDocument | undefined> {
    const text = await this.#store.get(await placeOf(url));
    // Written here alone, so its shape needs no check.
    const found = text === undefined ? undefined : (JSON.parse(text) as CachedDocument);
    return found?.client.clientId === url ? found : undefined;
  }

  /** In nobody's place whose document is fresh: a stranger could choose addresses so that everybody's are fetched again and again. */
  async set(url: string, entry: CachedDocument, from?: string): Promise<void> {
    const place = await placeOf(url);
    const expected = await this.#store.get(place);
    const there = expected === undefined ? undefined : (JSON.parse(expected) as CachedDocument);
    if (there !== undefined && there.client.clientId !== url && there.freshUntil > this.#clock()) return;
    if (!this.#count(url, entry, from)) return;
    await this.#store.compareAndSet(place, { expected, next: JSON.stringify(entry), ttlMs: this.#keptMs });
  }

  /** False: there is no room, so the document is used and not kept. */
  #count(url: string, entry: CachedDocument, from: string | undefined): boolean {
    const now = this.#clock();
    for (const [oldest, { endsAt }] of this.#counted) {
      if (endsAt > now) break;
      this.#forget(oldest);
    }
    this.#forget(url);
    const giveBack = this.#quota.take(from, documentBytes(url, entry));
    if (giveBack !== undefined) this.#counted.set(url, { giveBack, endsAt: now + this.#keptMs });
    return giveBack !== undefined;
  }

  #forget(url: string): void {
    this.#counted.get(url)?.giveBack();
    this.#counted.delete(url);
  }

  async delete(url: string): Promise<void> {
    this.#forget(url);
    if ((await this.get(url)) !== undefined) await this.#store.delete(await placeOf(url));
  }
}

async function placeOf(url: string): Promise<string> {
  const [a = 0, b = 0, c = 0] = await sha256(url);
  return String(((a << 16) | (b << 8) | c) % places);
}
