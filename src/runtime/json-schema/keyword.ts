import { isRecord, textOrMessage } from '../std/index.ts';
import type { Check } from './run.ts';

/** What a keyword sees of its schema. */
export interface Site {
  /** The keywords beside it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The check of a schema in this keyword. */
  readonly child: (schema: unknown, ...names: readonly string[]) => Check;
  /** The check of what a reference leads to. */
  readonly refer: (reference: unknown, isDynamic: boolean) => Check;
  /** Refuses the schema. */
  readonly refuse: (problem: string) => never;
}

/** Turns the argument of a keyword into a check. */
export type Keyword = (argument: unknown, site: Site) => Check;

/** A longer one is no pattern that somebody has written to be read. */
const maxPattern = 1000;

export const listIn = (argument: unknown, { refuse }: Site): readonly unknown[] =>
  Array.isArray(argument) ? argument : refuse('it is no list');

export const entriesIn = (argument: unknown, { refuse }: Site): readonly (readonly [name: string, part: unknown])[] =>
  isRecord(argument) ? Object.entries(argument) : refuse('it is no object');

export const numberIn = (argument: unknown, { refuse }: Site): number =>
  typeof argument === 'number' ? argument : refuse('it is no number');

export function patternIn(argument: unknown, { refuse }: Site): RegExp {
  if (typeof argument !== 'string') return refuse('it is no text');
  if (argument.length > maxPattern) return refuse(`a pattern has up to ${maxPattern} characters`);
  try {
    return new RegExp(argument, 'u');
  } catch (error) {
    // It quotes the pattern and says why.
    return refuse(`it is no regular expression: ${textOrMessage(error)}`);
  }
}

/** Asks all, so that all problems are found. */
export function every<Item>(items: Iterable<Item>, holds: (item: Item) => boolean): boolean {
  let all = true;
  for (const item of items) if (!holds(item)) all = false;
  return all;
}
