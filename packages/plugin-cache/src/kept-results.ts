import type { Store } from '@service/sdk/define';

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
const longestWaitMs = 250;

/** Results that instances share. */
export class ResultsInStore implements KeptResults {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(key: string): Promise<string | undefined> {
    return this.#store.get(`result:${key}`);
  }

  set(key: string, text: string, ttlMs: number): Promise<void> {
    return this.#store.set(`result:${key}`, text, { ttlMs });
  }

  async takeTurn(key: string, signal: AbortSignal): Promise<(() => Promise<void>) | undefined> {
    const name = `turn:${key}`;
    const mark = crypto.randomUUID();
    for (let waitMs = 10, isFirst = true; ; waitMs = Math.min(waitMs * 2, longestWaitMs), isFirst = false) {
      if (await this.#store.compareAndSet(name, { expected: undefined, next: mark, ttlMs: turnMs })) {
        // Whoever waited for another's turn looks at what that left first.
        if (isFirst) return this.#hold(name, mark);
        await this.#store.compareAndSet(name, { expected: mark, next: undefined });
        return undefined;
      }
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /** Keeps the turn while the call runs. */
  #hold(name: string, mark: string): () => Promise<void> {
    const renewal = setInterval(() => {
      this.#store.compareAndSet(name, { expected: mark, next: mark, ttlMs: turnMs }).catch(() => undefined);
    }, renewMs);
    return async () => {
      clearInterval(renewal);
      await this.#store.compareAndSet(name, { expected: mark, next: undefined });
    };
  }
}
