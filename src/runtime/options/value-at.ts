/** The member at a dotted path of options as they were written; `undefined` where there is none. */
export function valueAt(options: unknown, path: string): unknown {
  let value = options;
  for (const key of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}
