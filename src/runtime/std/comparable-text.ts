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
  if (Array.isArray(value)) {
    const items = value.map(comparableText);
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`;
  }
  if (value instanceof Date) return `D${value.getTime()}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  let members = '';
  for (const name of Object.keys(value).toSorted()) {
    const member: unknown = Reflect.get(value, name);
    if (member === undefined) continue;
    const text = comparableText(member);
    if (text === undefined) return undefined;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}
