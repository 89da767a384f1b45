/**
 * Something that happens at most once, told to whoever listens. Plain memory: on a worker platform an `AbortSignal` can be used by nobody
 * but the request that made it, and what concerns the whole server is made by the first one.
 */
export class Announcement {
  /** Undefined once it has been made. */
  #listeners: Set<() => void> | undefined = new Set();

  get made(): boolean {
    return this.#listeners === undefined;
  }

  make(): void {
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  /** Calls back once, at once when it has been made already. Returns what takes the listener away again. */
  onMade(listener: () => void): () => void {
    if (this.#listeners === undefined) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners?.delete(listener);
  }
}
