import { type Logger, sha256Text } from '../std/index.ts';
import type { SearchIndexData, SearchTexts } from './index-data.ts';

/** An index that a build has made, of texts with this hash. */
export interface KeptIndex {
  readonly version: number;
  readonly hash: string;
  /** As {@link readIndex} reads it. */
  readonly words: string;
}

/** Indexes of a build; absent where there are too few entries for one, or where they may change. */
export interface KeptIndexes {
  readonly tools?: KeptIndex;
  readonly skills?: KeptIndex;
}

/** Changes when indexes are made or written in another way. */
export const indexVersion = 1;

/** Hash of what an index is made of. */
export const searchHash = (texts: readonly SearchTexts[]): Promise<string> => sha256Text(JSON.stringify(texts));

/** What is wrong with an index for texts with this hash; undefined for nothing. */
const indexProblem = ({ hash, version }: Pick<KeptIndex, 'hash' | 'version'>, of: string): string | undefined => {
  if (version !== indexVersion) return `it has version ${version}, and this server reads version ${indexVersion}`;
  return hash === of ? undefined : 'it is of other entries than this server has';
};

/**
 * An index that a store has kept, which others may have written.
 * @param record as it was read; undefined for what is no object
 * @param of how many texts with which hash the index must be of
 * @returns what is wrong with it, for the log
 */
export function readKept(
  { hash, version, words }: { readonly [Member in keyof KeptIndex]?: unknown } = {},
  of: { readonly hash: string; readonly count: number },
): KeptIndex | string {
  if (typeof version !== 'number' || typeof hash !== 'string' || typeof words !== 'string') return broken;
  const kept = { version, hash, words };
  const problem = indexProblem(kept, of.hash);
  if (problem !== undefined) return problem;
  // Positions ascend: where the last is of an entry, all are.
  return [...readIndex(kept).values()].every((entries) => (entries.at(-2) ?? of.count) < of.count) ? kept : broken;
}

const broken = 'it is broken';

/** What a build has kept, where it is the index of these texts and of this version; else the log says what is wrong, and searches make their own. */
export async function usableIndex(
  kept: KeptIndex | undefined,
  texts: readonly SearchTexts[],
  logger: Logger,
): Promise<KeptIndex | undefined> {
  if (kept === undefined) return undefined;
  const problem = indexProblem(kept, await searchHash(texts));
  if (problem === undefined) return kept;
  logger.warn(`the search index of the build is not used: ${problem}. Searches make their own; build the server again`);
  return undefined;
}

/**
 * Reads `<word> <entries> <word> <entries> …`. An entry is how many were left out since the one before, in digits of base 45 of which all but the
 * last are 45 higher, and its grade: each digit and grade is one character from `#` on, without the backslash.
 */
export function readIndex({ words: text }: KeptIndex): SearchIndexData {
  const index = new Map<string, readonly number[]>();
  const parts = text === '' ? [] : text.split(' ');
  for (let part = 0; part < parts.length; part += 2) index.set(parts[part] ?? '', readEntries(parts[part + 1] ?? ''));
  return index;
}

function readEntries(text: string): readonly number[] {
  const entries: number[] = [];
  let [at, skipped, isGrade] = [-1, 0, false];
  for (let next = 0; next < text.length; next++) {
    const code = text.charCodeAt(next);
    const value = code - (code < 92 ? 35 : 36);
    if (isGrade) entries.push(at, value);
    else if (value < 45) at += skipped * 45 + value + 1;
    skipped = isGrade || value < 45 ? 0 : skipped * 45 + value - 45;
    isGrade = !isGrade && value < 45;
  }
  return entries;
}

/** The index of some of the entries, in another order. Words count as rare as they are among these. @param positions of each, in the index */
export function pickEntries(index: SearchIndexData, positions: readonly number[]): SearchIndexData {
  const places = new Map(positions.map((from, to) => [from, to]));
  const picked = new Map<string, readonly number[]>();
  for (const [word, entries] of index) {
    const kept: number[] = [];
    for (let next = 0; next < entries.length; next += 2) {
      const place = places.get(entries[next] ?? 0);
      if (place !== undefined) kept.push(place, entries[next + 1] ?? 0);
    }
    if (kept.length > 0) picked.set(word, kept);
  }
  return picked;
}
