import type { Awaitable } from '../../../std/index.ts';
import type { Client } from '../sign-in-parts.ts';

export interface CachedDocument {
  readonly client: Client;
  readonly etag: string | undefined;
  /** Milliseconds since the epoch. */
  readonly freshUntil: number;
}

/** Good documents only, by their address. */
export interface DocumentCache {
  get(url: string): Awaitable<CachedDocument | undefined>;
  set(url: string, entry: CachedDocument): Awaitable<void>;
  delete(url: string): Awaitable<void>;
}

/** No more of them than fit: strangers choose the addresses. */
export class MemoryDocumentCache implements DocumentCache {
  readonly #entries = new Map<string, CachedDocument>();
  readonly #most: number;

  constructor(most = 1000) {
    this.#most = most;
  }

  get(url: string): CachedDocument | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined) return undefined;
    // The one used last is the last to go.
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    return entry;
  }

  set(url: string, entry: CachedDocument): void {
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(url: string): void {
    this.#entries.delete(url);
  }
}

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
