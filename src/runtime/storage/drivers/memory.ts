import { ServiceError } from '../../errors/index.ts';
import { systemClock, type Clock } from '../../std/index.ts';
import type { SetOptions, Store, Swap } from '../../model/store.ts';

interface Entry {
  readonly value: string;
  /** Milliseconds since the epoch; Infinity: kept until deleted. */
  readonly endsAt: number;
}

export interface MemoryStoreOptions {
  readonly clock?: Clock;
  /** Values kept at once. */
  readonly maxEntries?: number;
  /** Characters of all of them, keys included. */
  readonly maxCharacters?: number;
}

/** Much more than a server of one process needs; strangers can make records (pending sign-ins) and must not fill the memory. */
const standardMostEntries = 500_000;
/** Few long records fill a memory as well: what a stranger writes into one may be some kilobytes. 128 MB where characters are plain. */
const standardMostCharacters = 128 * 1024 * 1024;
/** Entries checked by each write, so that expired ones are removed without a timer and without a pause. */
const sweptByWrite = 8;
const sweptWhenFull = 1000;

/** Values of this process. JavaScript runs one step at a time and no step here awaits, so every operation is atomic. */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  #characters = 0;
  #sweep: MapIterator<[string, Entry]> | undefined;

  constructor(options: MemoryStoreOptions = {}) {
    const { clock = systemClock, maxCharacters = standardMostCharacters, maxEntries = standardMostEntries } = options;
    this.#clock = clock;
    this.#maxEntries = maxEntries;
    this.#maxCharacters = maxCharacters;
  }

  /** Values held, those past their end that no sweep has reached included. */
  get size(): number {
    return this.#entries.size;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#find(key)?.value;
  }

  async set(key: string, value: string, options: SetOptions = {}): Promise<void> {
    this.#put(key, value, this.#endOf(options.ttlMs));
  }

  async compareAndSet(key: string, { expected, next, ttlMs }: Swap): Promise<boolean> {
    if (this.#find(key)?.value !== expected) return false;
    if (next === undefined) this.#drop(key);
    else this.#put(key, next, this.#endOf(ttlMs));
    return true;
  }

  async delete(key: string): Promise<boolean> {
    return this.#find(key) !== undefined && this.#drop(key);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const now = this.#clock();
    const found: string[] = [];
    for (const [key, { endsAt }] of this.#entries) if (endsAt > now && key.startsWith(prefix)) found.push(key);
    return found;
  }

  async increment(key: string, by: number, ttlMs?: number): Promise<number> {
    const counter = this.#find(key);
    const count = Number(counter?.value ?? 0) + by;
    if (!Number.isSafeInteger(count)) throw new TypeError('the value is not a counter');
    this.#put(key, String(count), counter?.endsAt ?? this.#endOf(ttlMs));
    return count;
  }

  /** Milliseconds until a value is gone; undefined when it is absent or stays. */
  remainingMs(key: string): number | undefined {
    const { endsAt = Infinity } = this.#find(key) ?? {};
    return endsAt === Infinity ? undefined : endsAt - this.#clock();
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    this.#entries.clear();
    this.#characters = 0;
    this.#sweep = undefined;
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.endsAt > this.#clock()) return entry;
    this.#drop(key);
    return undefined;
  }

  #drop(key: string): boolean {
    this.#characters -= this.#charactersOf(key);
    return this.#entries.delete(key);
  }

  #charactersOf(key: string): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : key.length + entry.value.length;
  }

  /** @throws {ServiceError} STORE_FULL: refusing a new entry harms less than losing a session or refresh token in use */
  #put(key: string, value: string, endsAt: number): void {
    this.#sweepSome(sweptByWrite);
    const growth = key.length + value.length - this.#charactersOf(key);
    if (this.#isFullFor(key, growth)) {
      // Bounded: who meets a full store must not be able to make it walk itself for every request.
      this.#sweepSome(sweptWhenFull);
      if (this.#isFullFor(key, growth)) throw new ServiceError('STORE_FULL', `the memory store holds ${this.#entries.size} values`);
    }
    this.#characters += key.length + value.length - this.#charactersOf(key);
    this.#entries.set(key, { value, endsAt });
  }

  /** A value may be replaced by one that is no longer, so that a session in use goes on. */
  #isFullFor(key: string, growth: number): boolean {
    const isNew = !this.#entries.has(key);
    return (isNew && this.#entries.size >= this.#maxEntries) || (growth > 0 && this.#characters >= this.#maxCharacters);
  }

  /** Goes on where the last sweep stopped. */
  #sweepSome(most: number): void {
    const now = this.#clock();
    for (let looked = 0; looked < most; looked++) {
      this.#sweep ??= this.#entries.entries();
      const next = this.#sweep.next();
      if (next.done === true) {
        this.#sweep = undefined;
        return;
      }
      const [key, { endsAt }] = next.value;
      if (endsAt <= now) this.#drop(key);
    }
  }

  readonly #endOf = (ttlMs: number | undefined): number => (ttlMs === undefined ? Infinity : this.#clock() + ttlMs);
}
