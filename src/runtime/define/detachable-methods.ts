/**
 * Makes methods keep their object when they are taken from it: `(input, { notify }) => notify('begun')`. Getters are read at once, so only
 * methods could lose it.
 */
export function makeDetachable(prototype: object): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (name === 'constructor' || typeof method !== 'function') continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      get() {
        return (...args: unknown[]): unknown => Reflect.apply(method, this, args);
      },
      // An author's field of that name, as `notify = () => true` assigns one, or a test's spy.
      set(own: unknown) {
        Object.defineProperty(this, name, { value: own, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}
