/** Nothing under that path: not the same as a value that is `null`. */
export const absent: unique symbol = Symbol('absent');

/**
 * A value by dot path, own members only: `__proto__` and the like lead nowhere. A name that holds dots itself, as the claims of some
 * providers do (`https://example.com/roles`), is found before the path is cut.
 */
export function readPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return absent;
  if (Object.hasOwn(value, path)) return Reflect.get(value, path) ?? absent;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(value, name)) return readPath(Reflect.get(value, name), path.slice(dot + 1));
  }
  return absent;
}
