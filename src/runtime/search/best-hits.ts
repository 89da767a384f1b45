/** An entry that answers a question, and how well: 1 would be every word of the question, in the name alone. */
export interface SearchHit<Entry> {
  readonly entry: Entry;
  readonly score: number;
}

export interface SearchOptions {
  /** @default 10 */
  readonly limit?: number;
  /** Least score of a hit, from 0 to 1. @default 0.1 */
  readonly minScore?: number;
}

/** Those that answer anything, best first; ties in the order of names. */
export const bestHits = <Entry>(
  scored: readonly (SearchHit<Entry> & { readonly name: string })[],
  { limit = 10, minScore = 0.1 }: SearchOptions,
): readonly SearchHit<Entry>[] =>
  scored
    .filter(({ score }) => score > 0 && score >= minScore)
    .toSorted((one, other) => other.score - one.score || Number(one.name > other.name) - Number(one.name < other.name))
    .slice(0, limit)
    .map(({ entry, score }) => ({ entry, score }));
