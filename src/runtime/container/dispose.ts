import { takeAll } from '../std/index.ts';

/** Disposes instances from the last to the first; every one gets its turn, then what failed is thrown. */
export const disposeAll = (instances: readonly unknown[]): Promise<void> =>
  takeAll(
    [...instances].reverse().flatMap((instance) => {
      const end = disposerOf(instance);
      return end === undefined ? [] : [async (): Promise<unknown> => Reflect.apply(end, instance, [])];
    }),
  );

function disposerOf(instance: unknown): ((...args: never[]) => unknown) | undefined {
  if (typeof instance !== 'object' || instance === null) return undefined;
  // Node 20 knows Symbol.asyncDispose; a platform that does not must not make `undefined` a key.
  for (const key of [Symbol.asyncDispose, Symbol.dispose, 'dispose'] as const) {
    const method: unknown = key === undefined ? undefined : Reflect.get(instance, key);
    if (isFunction(method)) return method;
  }
  return undefined;
}

const isFunction = (value: unknown): value is (...args: never[]) => unknown => typeof value === 'function';
