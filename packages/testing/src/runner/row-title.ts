import { inspect } from 'node:util';

/**
 * The title of one row of a table: `%s %d %i %f %j %o %p %# %%` as in printf, `$key` for members of an object.
 * @param index of the row
 */
export function rowTitle(title: string, row: readonly unknown[], index: number): string {
  let next = 0;
  const printed = title.replace(/%[sdifjop#%]/g, (directive) => {
    if (directive === '%%') return '%';
    if (directive === '%#') return String(index);
    if (next >= row.length) return directive;
    const value = row[next];
    next += 1;
    return print(directive, value);
  });
  const [first] = row;
  if (typeof first !== 'object' || first === null) return printed;
  const members = new Map<string, unknown>(Object.entries(first));
  return printed.replace(/\$(\w+)/g, (word, key: string) => (members.has(key) ? print('%p', members.get(key)) : word));
}

function print(directive: string, value: unknown): string {
  if (directive === '%s') return typeof value === 'string' ? value : inspect(value, { depth: 1 });
  if (directive === '%d' || directive === '%f') return String(Number(value));
  if (directive === '%i') return String(Math.trunc(Number(value)));
  if (directive === '%j') return JSON.stringify(value) ?? 'undefined';
  return inspect(value, { depth: 3, breakLength: Infinity });
}
