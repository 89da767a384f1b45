import { createSearch, type EntrySearch, type SearchTexts } from '@service/sdk/search';
import type { EmbeddingOptions } from './codecall-options.ts';

/** Searches of lists that were seen lately: a caller's list is mostly that of the call before. */
const maxKept = 16;

export class Searches<T extends SearchTexts> {
  readonly #options: EmbeddingOptions;
  readonly #kept: { readonly of: readonly unknown[]; readonly search: EntrySearch<T> }[] = [];

  constructor(options: EmbeddingOptions = {}) {
    this.#options = options;
  }

  /** @param identities what entries are made of: equal ones have equal texts */
  of(entries: readonly T[], identities: readonly unknown[]): EntrySearch<T> {
    const known = this.#kept.find(({ of }) => of.length === identities.length && of.every((one, at) => one === identities[at]));
    if (known !== undefined) return known.search;
    const { cacheDir, embed, modelName, strategy = 'tfidf', synonymExpansion } = this.#options;
    const search = createSearch(entries, (entry) => entry, {
      strategy,
      embed: embed && ((texts) => embed(texts, { modelName, cacheDir })),
      synonyms: synonymExpansion,
    });
    this.#kept.unshift({ of: identities, search });
    this.#kept.splice(maxKept);
    return search;
  }
}
