import * as keptLimits from '../../../options/kept-limits.ts';
import { LiveQuota, systemClock, type Awaitable, type Clock, type GiveBack, type QuotaLimits } from '../../../std/index.ts';
import type { Client } from '../clients/client.ts';

export interface CachedDocument {
  readonly client: Client;
  readonly etag: string | undefined;
  /** Milliseconds since the epoch. */
  readonly freshUntil: number;
}

/** Good documents only, by their address. */
export interface DocumentCache {
  get(url: string): Awaitable<CachedDocument | undefined>;
  /** @param from whose share of the room it takes */
  set(url: string, entry: CachedDocument, from?: string): Awaitable<void>;
  delete(url: string): Awaitable<void>;
}

/** Bytes that a document takes beside its texts. */
const besideBytes = 512;

export const documentBytes = (url: string, document: CachedDocument): number => url.length + JSON.stringify(document).length + besideBytes;

/**
 * No more of them than fit: strangers choose the addresses. A document that is fresh stays until it is not; one that finds no room is used
 * and not kept.
 */
export class MemoryDocumentCache implements DocumentCache {
  readonly #entries = new Map<string, { readonly document: CachedDocument; readonly giveBack: GiveBack }>();
  readonly #clock: Clock;
  readonly #quota: LiveQuota;

  constructor(clock: Clock = systemClock, limits: QuotaLimits = keptLimits.documents) {
    this.#clock = clock;
    this.#quota = new LiveQuota(limits, clock);
  }

  get(url: string): CachedDocument | undefined {
    return this.#entries.get(url)?.document;
  }

  set(url: string, document: CachedDocument, from?: string): void {
    this.delete(url);
    const bytes = documentBytes(url, document);
    const giveBack = this.#quota.take(from, bytes) ?? this.#takeOfStale(from, bytes);
    if (giveBack !== undefined) this.#entries.set(url, { document, giveBack });
  }

  delete(url: string): void {
    this.#entries.get(url)?.giveBack();
    this.#entries.delete(url);
  }

  /** Those that are not fresh are kept for their ETag alone. Some at once: a stranger must not make each request walk over all. */
  #takeOfStale(from: string | undefined, bytes: number): GiveBack | undefined {
    const now = this.#clock();
    let looked = 0;
    for (const [url, { document }] of this.#entries) {
      if (++looked > lookedAtOnce) break;
      if (document.freshUntil <= now) this.delete(url);
    }
    return this.#quota.take(from, bytes);
  }
}

const lookedAtOnce = 1000;

/** Milliseconds that an answer stays good by its own word, within bounds; a document that forbids keeping it is kept for the least time. */
export function timeToLive(cacheControl: string | undefined, bounds: { defaultTtlMs: number; minTtlMs: number; maxTtlMs: number }): number {
  const asked = readMaxAge(cacheControl) ?? bounds.defaultTtlMs;
  return Math.max(bounds.minTtlMs, Math.min(bounds.maxTtlMs, asked));
}

function readMaxAge(cacheControl: string | undefined): number | undefined {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (directives.some((part) => part === 'no-store' || part === 'no-cache')) return 0;
  const seconds = directives.map((part) => /^max-age="?(\d{1,10})"?$/.exec(part)?.[1]).find((found) => found !== undefined);
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
