import type { EntrySearch, SearchTexts } from '@service/sdk/search';

export interface FindRequest {
  readonly queries: readonly string[];
  readonly topK?: number | undefined;
  readonly minRelevanceScore?: number | undefined;
}

/** What a search says beside what it has found. */
export interface SearchWarning {
  readonly type: 'excluded_tool_not_found' | 'no_results' | 'low_relevance';
  readonly message: string;
  readonly affectedTools: readonly string[];
}

export interface Found<T> {
  readonly entry: T;
  readonly relevanceScore: number;
  readonly matchedQueries: readonly string[];
}

export interface Findings<T> {
  readonly found: readonly Found<T>[];
  readonly warnings: readonly SearchWarning[];
}

const defaultTopK = 10;
const defaultMinScore = 0.1;

/** Answers several questions at once: an entry counts with its best answer. */
export async function find<T extends SearchTexts>(
  search: EntrySearch<T>,
  { minRelevanceScore = defaultMinScore, queries, topK }: FindRequest,
  limitPerQuery: number,
): Promise<Findings<T>> {
  const best = new Map<T, { score: number; matchedQueries: string[] }>();
  const warnings: SearchWarning[] = [];
  for (const query of queries) {
    const hits = await search.search(query, { limit: topK ?? limitPerQuery, minScore: minRelevanceScore });
    for (const { entry, score } of hits) {
      const known = best.get(entry) ?? { score: 0, matchedQueries: [] };
      best.set(entry, { score: Math.max(known.score, score), matchedQueries: [...known.matchedQueries, query] });
    }
    if (hits.length === 0) warnings.push(await warningOf(search, query, minRelevanceScore));
  }
  const found = [...best]
    .toSorted(([one, first], [other, second]) => second.score - first.score || (one.name < other.name ? -1 : 1))
    .slice(0, topK ?? defaultTopK)
    .map(([entry, { matchedQueries, score }]) => ({ entry, relevanceScore: Math.round(score * 1000) / 1000, matchedQueries }));
  return { found, warnings };
}

async function warningOf<T extends SearchTexts>(search: EntrySearch<T>, query: string, minScore: number): Promise<SearchWarning> {
  const below = await search.search(query, { limit: 3, minScore: Number.MIN_VALUE });
  const affectedTools = below.map(({ entry }) => entry.name);
  return below.length === 0
    ? { type: 'no_results', message: `nothing answers ${JSON.stringify(query)}: ask in other words`, affectedTools }
    : {
        type: 'low_relevance',
        message: `what is nearest to ${JSON.stringify(query)} is below the score of ${minScore}: ask in other words, or lower minRelevanceScore`,
        affectedTools,
      };
}
