import * as keptLimits from '../../../options/kept-limits.ts';
import { LiveQuota, sha256, systemClock, type Clock, type GiveBack, type QuotaLimits } from '../../../std/index.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { documentBytes, type CachedDocument, type DocumentCache } from './document-cache.ts';

/** Documents at most: strangers choose the addresses, and a store has room for more than it should hold. */
const slots = 1000;

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

/** Good documents, for every instance. Each address hashes to one of a fixed number of slots, so that no count has to be kept. */
export class SharedDocumentCache implements DocumentCache {
  readonly #records: RecordStore<string, CachedDocument>;
  readonly #keptMs: number;
  readonly #clock: Clock;
  /** Of what this instance put there: an address must not take every slot. */
  readonly #quota: LiveQuota;
  /** By address of the document, the oldest first. */
  readonly #counted = new Map<string, Counted>();

  constructor(store: Store, { clock = systemClock, keptMs, limits = keptLimits.sharedDocuments }: SharedCacheOptions) {
    this.#records = new RecordStore(store, { keyOf: slotOf, lifetimeMs: () => keptMs });
    this.#keptMs = keptMs;
    this.#clock = clock;
    this.#quota = new LiveQuota(limits, clock);
  }

  async get(url: string): Promise<CachedDocument | undefined> {
    const found = await this.#records.find(url);
    return found?.client.clientId === url ? found : undefined;
  }

  /** Never evicts a fresh document: otherwise a stranger could choose addresses that make the server fetch all others again and again. */
  async set(url: string, entry: CachedDocument, from?: string): Promise<void> {
    const there = await this.#records.find(url);
    if (there !== undefined && there.client.clientId !== url && there.freshUntil > this.#clock()) return;
    if (this.#count(url, entry, from)) await this.#records.swap(url, there, entry);
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
    if ((await this.get(url)) !== undefined) await this.#records.delete(url);
  }
}

async function slotOf(url: string): Promise<string> {
  const [a = 0, b = 0, c = 0] = await sha256(url);
  return String(((a << 16) | (b << 8) | c) % slots);
}
