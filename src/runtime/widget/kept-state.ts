import type { Json } from '../model/index.ts';
import type { ViewWindow } from './view-window.ts';

/** State of one call: in memory, and where the result names the call in the storage of the page, which an opaque origin refuses. */
export class KeptState {
  readonly #window: ViewWindow;
  readonly #call: () => unknown;
  #kept: Json | undefined;
  /** Call that it is of; undefined before its result came. */
  #of: unknown;

  /** @param call `_meta.viewUUID` of the result: never the same for two calls */
  constructor(window: ViewWindow, call: () => unknown) {
    this.#window = window;
    this.#call = call;
  }

  get(): Json | undefined {
    this.#forgetOthers();
    return (this.#kept ??= this.#stored((storage, key) => JSON.parse(storage.getItem(key) ?? '') as Json));
  }

  set(state: Json): void {
    this.#forgetOthers();
    this.#kept = state;
    this.#stored((storage, key) => storage.setItem(key, JSON.stringify(state)));
  }

  /** A host may show the next call in the same view. */
  #forgetOthers(): void {
    const call = this.#call();
    if (this.#of !== undefined && call !== this.#of) this.#kept = undefined;
    this.#of = call;
  }

  #stored<R>(use: (storage: ViewWindow['localStorage'], key: string) => R): R | undefined {
    const call = this.#call();
    if (typeof call !== 'string') return undefined;
    try {
      return use(this.#window.localStorage, `widget ${call}`);
    } catch {
      return undefined;
    }
  }
}
