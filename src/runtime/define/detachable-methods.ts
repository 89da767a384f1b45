/**
 * Makes methods keep their object when they are taken from it: `(input, { notify }) => notify('begun')`. Getters are read at once, so only
 * methods could lose it.
 */
export function makeDetachable(prototype: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof value !== 'function') continue;
    const method: (...args: never) => unknown = value;
    Object.defineProperty(prototype, name, {
      configurable: true,
      get() {
        return method.bind(this);
      },
      // An author's field of that name, as `notify = () => true` assigns one, or a test's spy.
      set(own: unknown) {
        Object.defineProperty(this, name, { value: own, configurable: true, enumerable: true, writable: true });
      },
    });
  }
}
