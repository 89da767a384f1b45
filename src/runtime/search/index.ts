export { SearchIndex, type SearchHit, type SearchOptions, type SearchTexts } from './search-index.ts';
