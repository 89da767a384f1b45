/**
 * An event that happens at most once, with listeners. It replaces `AbortSignal`, which on worker platforms works only inside the request that
 * made it, while objects of the whole server are made by the first request.
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

  /** Calls back once, immediately if it has been made already. Returns a function that removes the listener. */
  onMade(listener: () => void): () => void {
    if (this.#listeners === undefined) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners?.delete(listener);
  }
}
