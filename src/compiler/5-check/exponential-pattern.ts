/* The one home of recheck, which decides by automata whether a regular expression can take exponential time. */
import { createRequire } from 'node:module';

export type PatternVerdict = { readonly kind: 'good' | 'undecided' } | { readonly kind: 'exponential'; readonly attack: string };

/** Patterns of zod's formats that look ahead, which automata cannot follow; none repeats a part that it could divide in several ways. */
export const knownPatterns: ReadonlySet<string> = new Set([
  String.raw`^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`,
  String.raw`^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$`,
  String.raw`^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$`,
]);

const judged = new Map<string, PatternVerdict>();

/** Only a group that repeats can make the number of ways to match grow with every sign: other patterns need no analysis. */
const repeatsGroup = (pattern: string): boolean => /\)(?:[*+]|\{)/.test(pattern);

/** Judges a pattern; one that looks ahead or behind, or refers back, or is too large, is undecided. */
export function judgePattern(pattern: string): PatternVerdict {
  if (!repeatsGroup(pattern) || knownPatterns.has(pattern)) return { kind: 'good' };
  const known = judged.get(pattern) ?? analyse(pattern);
  judged.set(pattern, known);
  return known;
}

function analyse(pattern: string): PatternVerdict {
  const flags = /\\[pP]\{/.test(pattern) ? 'u' : '';
  const { attack, complexity, status } = fieldsOf(loadCheck()(pattern, flags, { checker: 'automaton', timeout: 20_000 }));
  if (status === 'vulnerable' && fieldsOf(complexity)['type'] === 'exponential')
    return { kind: 'exponential', attack: String(fieldsOf(attack)['pattern']) };
  return { kind: status === 'safe' || status === 'vulnerable' ? 'good' : 'undecided' };
}

type Check = (pattern: string, flags: string, options: { readonly checker: 'automaton'; readonly timeout: number }) => unknown;

/** Its build without worker, process and binary; 3 MB, so loaded for the patterns that need it. */
function loadCheck(): Check {
  const loaded: unknown = createRequire(import.meta.url)('recheck/lib/browser.js');
  const { checkSync } = fieldsOf(loaded);
  if (typeof checkSync !== 'function') throw new Error('recheck has no checkSync');
  return (...given): unknown => Reflect.apply(checkSync, undefined, given);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.keys(value).map((key) => [key, Reflect.get(value, key)])) : {};
