/** Disposes instances from the last to the first; every one gets its turn, then the first failure is thrown. */
export async function disposeAll(instances: readonly unknown[]): Promise<void> {
  const failures: unknown[] = [];
  for (const instance of [...instances].reverse()) {
    const end = disposerOf(instance);
    if (end === undefined) continue;
    try {
      await Reflect.apply(end, instance, []);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

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
