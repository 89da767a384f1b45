export type { SearchHit, SearchOptions } from './best-hits.ts';
export { byCosine } from './by-cosine.ts';
export { createSearch, strategyProblem, type EntrySearch, type SearchStrategy, type StrategySettings } from './create-search.ts';
export { indexDataOf, type SearchIndexData, type SearchTexts } from './index-data.ts';
export { openIndex, searchHash, type KeptIndex } from './kept-index.ts';
export { MeaningIndex, type Embed } from './meaning-index.ts';
export { SearchIndex, type Scoring, type SearchSettings } from './search-index.ts';
export type { SynonymOptions } from './words.ts';
