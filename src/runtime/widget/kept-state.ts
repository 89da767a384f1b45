import type { Json } from '../model/index.ts';
import type { ViewWindow } from './view-window.ts';

interface KeptState {
  get(): Json | undefined;
  set(state: Json): void;
}

/**
 * State of one call: in memory, and where the result names the call in the storage of the page, which an opaque origin refuses.
 *
 * @param call `_meta.viewUUID` of the result: never the same for two calls
 */
export function keepState(window: ViewWindow, call: () => unknown): KeptState {
  let kept: Json | undefined;
  /** Call that it is of; undefined before its result came. */
  let of: unknown;
  const stored = <R>(use: (storage: ViewWindow['localStorage'], key: string) => R): R | undefined => {
    try {
      return typeof of === 'string' ? use(window.localStorage, `widget ${of}`) : undefined;
    } catch {
      return undefined;
    }
  };
  /** A host may show the next call in the same view. */
  const forgetOthers = (): void => {
    const now = call();
    if (of !== undefined && now !== of) kept = undefined;
    of = now;
  };
  return {
    get: () => {
      forgetOthers();
      return (kept ??= stored((storage, key) => JSON.parse(storage.getItem(key) ?? '') as Json));
    },
    set: (state) => {
      forgetOthers();
      kept = state;
      stored((storage, key) => storage.setItem(key, JSON.stringify(state)));
    },
  };
}
