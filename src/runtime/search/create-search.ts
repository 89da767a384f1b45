import { byCosine } from './by-cosine.ts';
import type { SearchTexts } from './index-data.ts';
import { MeaningIndex, type Embed } from './meaning-index.ts';
import type { SearchHit, SearchOptions } from './best-hits.ts';
import { SearchIndex, type SearchSettings } from './search-index.ts';

/** `tfidf` is another name of `cosine`; `ml` compares vectors of the author's model. */
export type SearchStrategy = 'bm25' | 'cosine' | 'tfidf' | 'ml';

export interface StrategySettings extends Omit<SearchSettings, 'scoring'> {
  /** @default 'bm25' */
  readonly strategy?: SearchStrategy | undefined;
  /** Vectors of texts, one for each; needed by `ml`. */
  readonly embed?: Embed | undefined;
}

/** Finds entries, whatever the strategy. */
export interface EntrySearch<Entry> {
  search(question: string, options?: SearchOptions): Promise<readonly SearchHit<Entry>[]> | readonly SearchHit<Entry>[];
}

/** What is wrong with a strategy; `undefined` for nothing. */
export const strategyProblem = (strategy: unknown, embed: unknown): string | undefined =>
  strategy === 'ml' && typeof embed !== 'function'
    ? 'strategy "ml" needs "embed", a function that makes vectors of texts: no model comes with the server. Give one, or take "tfidf"'
    : undefined;

/**
 * A search by the named strategy.
 * @throws {TypeError} `ml` without `embed`
 */
export function createSearch<Entry>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => SearchTexts,
  { embed, strategy = 'bm25', ...settings }: StrategySettings = {},
): EntrySearch<Entry> {
  const problem = strategyProblem(strategy, embed);
  if (problem !== undefined) throw new TypeError(problem);
  if (strategy === 'ml' && embed !== undefined) return new MeaningIndex(entries, textsOf, embed);
  return new SearchIndex(entries, textsOf, { ...settings, ...(strategy === 'bm25' ? {} : { scoring: byCosine }) });
}
