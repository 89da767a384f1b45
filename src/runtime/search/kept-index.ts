import { sha256Text } from '../std/index.ts';
import type { SearchIndexData, SearchTexts } from './index-data.ts';
import { SearchIndex, type SearchSettings } from './search-index.ts';

/** An index that was made before, of texts with this hash. */
export interface KeptIndex {
  readonly hash: string;
  readonly data: SearchIndexData;
}

/** Changes when indexes are made in another way, so that kept ones are made anew. */
const format = 1;

/** Hash of what an index is made of. */
export const searchHash = (texts: readonly SearchTexts[]): Promise<string> => sha256Text(JSON.stringify([format, texts]));

/** Index of entries: what was kept of it, where the texts are still the same, or made anew. */
export async function openIndex<Entry>(
  entries: readonly Entry[],
  textsOf: (entry: Entry) => SearchTexts,
  { kept, ...settings }: Omit<SearchSettings, 'data'> & { readonly kept?: KeptIndex | undefined },
): Promise<SearchIndex<Entry>> {
  const isSame = kept !== undefined && kept.hash === (await searchHash(entries.map(textsOf)));
  return new SearchIndex(entries, textsOf, isSame ? { ...settings, data: kept.data } : settings);
}
