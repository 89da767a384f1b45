import { createHash } from './hash.ts';

/** Longest name that all clients accept. */
const maxNameLength = 64;

/** What a name is made from. */
export interface Named {
  readonly operationId?: string | undefined;
  readonly method: string;
  readonly path: string;
}

/** Name of an operation, and why it is not the `operationId` as it is. */
export interface GivenName {
  readonly name: string;
  readonly why?: string;
}

/**
 * Names for the operations of a description, in its order: `operationId`, else method and path, of letters, digits, `_` and `-`. A name depends
 * on its own operation alone, unless two would be the same: then the first keeps it, and the other gets six digits of its own id or path.
 */
export function nameOperations(operations: readonly Named[]): readonly GivenName[] {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const { operationId } = operation;
    const wanted = operationId ?? idOf(operation);
    const clean = cleanName(wanted);
    const short = clean.length <= maxNameLength ? clean : cut(clean, wanted);
    const address = `${operation.method.toUpperCase()} ${operation.path}`;
    const name = taken.has(keyOf(short)) ? unique(taken, { clean, id: `${wanted} ${address}` }) : short;
    taken.add(keyOf(name));
    return { name, ...because(name, { operationId, clean, short }) };
  });
}

/** The server looks names up with `-` and `_` as one, and clients of some systems without regard to case. */
const keyOf = (name: string): string => name.replaceAll('-', '_').toLowerCase();

function because(
  name: string,
  { clean, operationId, short }: { operationId: string | undefined; clean: string; short: string },
): { why?: string } {
  if (name !== short) return { why: `another operation is called ${short}` };
  if (short !== clean) return { why: `the name had ${clean.length} characters` };
  if (operationId === undefined) return { why: 'it has no operationId' };
  return clean === operationId ? {} : { why: 'a name has letters, digits, _ and - only' };
}

/** `get_pets_by_id` of `GET /pets/{id}`. */
const idOf = ({ method, path }: Named): string => `${method}${path.replaceAll(/\{([^}]*)\}/g, 'by_$1').replace(/\/+$/, '')}`;

/** Accents are taken off; every run of other characters is one `_`. */
const cleanName = (text: string): string => {
  const clean = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return clean === '' ? `operation_${createHash(text)}` : clean;
};

/** Whole words of a name, and digits of what it was. */
function cut(clean: string, id: string): string {
  const hash = createHash(id);
  const start = clean.slice(0, maxNameLength - hash.length - 1);
  const word = start.search(/[_-][^_-]*$/);
  // Without a border of words near its end it is cut where it is.
  return `${word > start.length / 2 ? start.slice(0, word) : start}_${hash}`;
}

function unique(taken: ReadonlySet<string>, { clean, id }: { readonly clean: string; readonly id: string }): string {
  for (let count = 0; ; count++) {
    const hash = createHash(count === 0 ? id : `${id} ${count}`);
    const name = `${clean.slice(0, maxNameLength - hash.length - 1)}_${hash}`;
    if (!taken.has(keyOf(name))) return name;
  }
}
