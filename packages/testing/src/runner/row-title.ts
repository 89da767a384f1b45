import { inspect } from 'node:util';

/**
 * The title of one row of a table: `%s %d %i %f %j %o %p %# %%` as in printf, `$key` and `$key.of.member` for members of an object, `$#` as `%#`.
 * @param index of the row
 */
export function rowTitle(title: string, row: readonly unknown[], index: number): string {
  let next = 0;
  const printed = title.replaceAll('$#', String(index)).replace(/%[sdifjop#%]/g, (directive) => {
    if (directive === '%%') return '%';
    if (directive === '%#') return String(index);
    if (next >= row.length) return directive;
    const value = row[next];
    next += 1;
    return print(directive, value);
  });
  const [first] = row;
  if (typeof first !== 'object' || first === null) return printed;
  return printed.replace(/\$(\w+(?:\.\w+)*)/g, (word, path: string) => {
    const value = memberAt(first, path.split('.'));
    return value === undefined ? word : print('%p', value);
  });
}

function memberAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return memberAt(Reflect.get(value, key), rest);
}

function print(directive: string, value: unknown): string {
  if (directive === '%s') return typeof value === 'string' ? value : inspect(value, { depth: 1 });
  if (directive === '%d' || directive === '%f') return String(Number(value));
  if (directive === '%i') return String(Math.trunc(Number(value)));
  if (directive === '%j') return JSON.stringify(value) ?? 'undefined';
  return inspect(value, { depth: 3, breakLength: Infinity });
}
