import { memberName } from '../../escape/javascript.ts';

/** Shorter ones cost more as a name. */
const minLength = 48;

/** An object or a list, one for all that are equal. */
interface Shared {
  readonly id: number;
  readonly isList: boolean;
  /** Names of members with their colons, and their values; those that are neither object nor list as text. */
  readonly members: readonly (readonly [string, Shared | string])[];
  readonly length: number;
  places: number;
  name?: string;
}

/**
 * Prints JSON as an expression in which equal objects and lists stand once: what adapters have prepared holds the schemas of the model again.
 * @returns values that stand in several places, each of which may name earlier ones, and the expression that names them: `_[0]`, `_[1]` and
 * so on. A list has room for any number of them, which the variables of a function have not.
 */
export function printShared(value: unknown): { readonly declarations: readonly string[]; readonly expression: string } {
  const declarations: string[] = [];
  const root = shareEqual(value);
  if (typeof root !== 'string') countPlaces(root);
  const print = (node: Shared | string): string => {
    if (typeof node === 'string') return node;
    if (node.name !== undefined) return node.name;
    const members = node.members.map(([name, member]) => `${name}${print(member)}`).join(',');
    const text = node.isList ? `[${members}]` : `{${members}}`;
    if (node.places < 2 || node.length < minLength) return text;
    node.name = `_[${declarations.length}]`;
    declarations.push(text);
    return node.name;
  };
  const expression = print(root);
  return { declarations, expression };
}

/** A member of an object literal, as short as it can be: no bundler shortens this. */
const shortName = (name: string): string => (/^[A-Za-z$][\w$]*$/.test(name) ? name : memberName(name));

function shareEqual(given: unknown): Shared | string {
  const known = new Map<string, Shared>();
  const share = (value: unknown): Shared | string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const isList = Array.isArray(value);
    const members = isList
      ? value.map((item: unknown) => ['', share(item)] as const)
      : Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[`${shortName(name)}:`, share(member)] as const]));
    const key = `${isList ? '[' : '{'}${members.map(([name, member]) => `${name}${typeof member === 'string' ? member : `#${member.id}`}`).join(',')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const length = members.reduce((sum, [name, { length: inside }]) => sum + name.length + inside, 0);
    const made = { id: known.size, isList, members, length, places: 0 };
    known.set(key, made);
    return made;
  };
  return share(given);
}

/** Within what is itself shared, a place counts once. */
function countPlaces(node: Shared): void {
  node.places += 1;
  if (node.places > 1) return;
  for (const [, member] of node.members) if (typeof member !== 'string') countPlaces(member);
}
