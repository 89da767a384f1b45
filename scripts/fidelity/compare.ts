import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from './calls/record.ts';
import type { RunnerName } from './project.ts';

export interface Difference {
  readonly call: string;
  /** Where in the answer, as a path of members; empty for the whole. */
  readonly at: string;
  readonly uncompiled: unknown;
  readonly built: unknown;
}

/**
 * Every exchange of both runs, by its place and its call.
 * @param absent paths of members that built answers do not have
 */
export function compareExchanges(
  uncompiled: readonly Exchange[],
  built: readonly Exchange[],
  absent: Readonly<Record<string, string>> = {},
): Difference[] {
  const differences: Difference[] = [];
  for (let index = 0; index < Math.max(uncompiled.length, built.length); index++) {
    const [first, second] = [uncompiled[index], built[index]];
    // Where rounds or pages differ in number, what follows is another call: one difference is reported, not hundreds.
    if (first === undefined || second === undefined || first.call !== second.call)
      return [...differences, { call: `call ${index}`, at: '', uncompiled: first?.call ?? 'none', built: second?.call ?? 'none' }];
    // Of a request that failed in one run, the reason is shown, not which member of an answer is not there.
    const failed = 'failed' in first.answer || 'failed' in second.answer;
    const all = failed ? wholeDifference(first.answer, second.answer) : differencesAt(first.answer, second.answer, '');
    const found = all.find((one) => one.built !== undefined || !Object.hasOwn(absent, one.at));
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

const wholeDifference = (first: unknown, second: unknown): Omit<Difference, 'call'>[] =>
  isDeepStrictEqual(first, second) ? [] : [{ at: '', uncompiled: first, built: second }];

/** The innermost members that differ. */
function differencesAt(first: unknown, second: unknown, at: string): Omit<Difference, 'call'>[] {
  if (isDeepStrictEqual(first, second)) return [];
  if (!isContainer(first) || !isContainer(second) || Array.isArray(first) !== Array.isArray(second))
    return [{ at, uncompiled: first, built: second }];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].flatMap((key) => differencesAt(Reflect.get(first, key), Reflect.get(second, key), `${at}/${key}`));
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export interface FoundDifference extends Difference {
  readonly project: string;
  readonly scenario: string;
  readonly build: RunnerName;
}

const maxShown = 400;

/** A difference as a few lines. */
export function printDifference({ at, build, built, call, project, scenario, uncompiled }: FoundDifference): string {
  return [
    `  ${project}, ${scenario}, ${build}: ${shorten(call)} ${at}`,
    `    uncompiled ${show(uncompiled)}`,
    `    built      ${show(built)}`,
  ].join('\n');
}

const show = (value: unknown): string => shorten(JSON.stringify(value) ?? 'nothing');
const shorten = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)} …` : text);
