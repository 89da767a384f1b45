import { withoutUndefined } from '../std/index.ts';

/** Options of which those with a default are there. */
export type WithDefaults<T, D> = T & { readonly [K in keyof D & keyof T]-?: Exclude<T[K], undefined> };

/**
 * The one reader of options: what is absent, or `undefined`, has the default that the interface of the options states. It asks for no type: whatever
 * a server declares has passed `check-options.ts`, at build or at start, before anything is made of it.
 */
export function withDefaults<T extends object, D extends object>(declared: T | undefined, defaults: D): WithDefaults<T, D>;
export function withDefaults(declared: object | undefined, defaults: object): object {
  return { ...defaults, ...(declared && withoutUndefined(declared)) };
}
