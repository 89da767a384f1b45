/**
 * One text for equal arguments, whatever the order of their members. Undefined for arguments that JSON does not hold: two of them could
 * read alike.
 */
export function comparableText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'undefined':
      return '~';
    case 'object':
      return value === null ? 'null' : ofObject(value);
    default:
      return undefined;
  }
}

function ofObject(value: object): string | undefined {
  if (Array.isArray(value)) return joined(value.map(comparableText), '[', ']');
  if (value instanceof Date) return `D${value.getTime()}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return joined(
    members.map(([name, member]) => {
      const text = comparableText(member);
      return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`;
    }),
    '{',
    '}',
  );
}

function joined(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`;
}
