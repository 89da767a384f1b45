import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from './calls/record.ts';

export interface Difference {
  readonly call: string;
  /** Where in the answer, as a path of members; empty for the whole. */
  readonly at: string;
  readonly uncompiled: unknown;
  readonly built: unknown;
}

/** Every exchange of both runs, by its place and its call. */
export function compareExchanges(uncompiled: readonly Exchange[], built: readonly Exchange[]): Difference[] {
  const differences: Difference[] = [];
  for (let index = 0; index < Math.max(uncompiled.length, built.length); index++) {
    const [first, second] = [uncompiled[index], built[index]];
    // Where rounds or pages differ in number, what follows is another call: one difference is reported, not hundreds.
    if (first === undefined || second === undefined || first.call !== second.call)
      return [...differences, { call: `call ${index}`, at: '', uncompiled: first?.call ?? 'none', built: second?.call ?? 'none' }];
    const [found] = differencesAt(first.answer, second.answer, '');
    if (found !== undefined) differences.push({ call: first.call, ...found });
  }
  return differences;
}

/** The first line at which two logs part, with what follows. */
export function compareLogs(uncompiled: readonly string[], built: readonly string[]): Difference[] {
  const parted = uncompiled.findIndex((line, index) => line !== built[index]);
  if (parted === -1 && uncompiled.length === built.length) return [];
  const from = parted === -1 ? uncompiled.length : parted;
  return [{ call: 'log', at: `line ${from + 1}`, uncompiled: uncompiled.slice(from, from + 3), built: built.slice(from, from + 3) }];
}

/**
 * What an internal error is called where no detail may be told. Without NODE_ENV a worker tells none and a process under tsx tells all, both
 * as documented; of a text and this sentence at the same place the text is taken as said.
 */
const withheld = 'Internal error. Ask the operator about error id <error id>.';

/** The innermost members that differ. */
function differencesAt(first: unknown, second: unknown, at: string): Omit<Difference, 'call'>[] {
  if (isDeepStrictEqual(first, second) || (typeof first === 'string' && second === withheld)) return [];
  if (!isContainer(first) || !isContainer(second) || Array.isArray(first) !== Array.isArray(second))
    return [{ at, uncompiled: first, built: second }];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].flatMap((key) => differencesAt(Reflect.get(first, key), Reflect.get(second, key), `${at}/${key}`));
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
