import { ServiceError } from '@service/sdk/errors';
import { SearchIndex, type SearchTexts } from '@service/sdk/search';
import type { EmbeddingOptions } from './codecall-options.ts';

export interface Hit<T> {
  readonly entry: T;
  readonly score: number;
}

/** Finds entries by what they do. */
export type Search<T> = (query: string, limits: { readonly limit: number; readonly minScore: number }) => Promise<readonly Hit<T>[]>;

/** Searches of lists that were seen lately: a caller's list is mostly that of the call before. */
const maxKept = 16;

export class Searches<T extends SearchTexts> {
  readonly #options: EmbeddingOptions;
  readonly #kept: { readonly entries: readonly T[]; readonly of: readonly unknown[]; readonly search: Search<T> }[] = [];

  constructor(options: EmbeddingOptions = {}) {
    this.#options = options;
  }

  /** @param identities what entries are made of: equal ones have equal texts */
  of(entries: readonly T[], identities: readonly unknown[]): Search<T> {
    const known = this.#kept.find(({ of }) => of.length === identities.length && of.every((one, at) => one === identities[at]));
    if (known !== undefined) return known.search;
    const search = this.#options.strategy === 'ml' ? byVectors(entries, this.#options) : byWords(entries, this.#options);
    this.#kept.unshift({ entries, of: identities, search });
    this.#kept.splice(maxKept);
    return search;
  }
}

function byWords<T extends SearchTexts>(entries: readonly T[], { synonymExpansion = {} }: EmbeddingOptions): Search<T> {
  const index = new SearchIndex(entries, (entry) => entry);
  const { additionalSynonyms = [], enabled = true, maxExpansionsPerTerm = 5 } = synonymExpansion;
  const groups = enabled ? additionalSynonyms.map((group) => group.map((word) => word.toLowerCase())) : [];
  const alike = (word: string): readonly string[] =>
    [...new Set(groups.filter((group) => group.includes(word)).flat())].filter((other) => other !== word).slice(0, maxExpansionsPerTerm);
  return async (query, limits) => {
    // A word of the author's groups is asked for in each of its forms: the best answer to any of them counts.
    const words = query.toLowerCase().split(/\s+/u);
    const forms = [query, ...words.flatMap((word, at) => alike(word).map((other) => words.with(at, other).join(' ')))].slice(0, 24);
    const best = new Map<T, Hit<T>>();
    for (const form of forms)
      for (const hit of index.search(form, limits)) if (hit.score > (best.get(hit.entry)?.score ?? -1)) best.set(hit.entry, hit);
    return ranked([...best.values()], limits.limit);
  };
}

function byVectors<T extends SearchTexts>(entries: readonly T[], { cacheDir, embed, modelName }: EmbeddingOptions): Search<T> {
  const vectorsOf = async (texts: readonly string[]): Promise<readonly (readonly number[])[]> => {
    const vectors = (await embed?.(texts, { modelName, cacheDir })) ?? [];
    if (vectors.length === texts.length) return vectors;
    throw new ServiceError(
      'SERVER_ERROR',
      `plugin "codecall": embedding.embed has made ${vectors.length} vectors for ${texts.length} texts`,
    );
  };
  let known: Promise<readonly (readonly number[])[]> | undefined;
  return async (query, { limit, minScore }) => {
    // One that failed is asked for again.
    known ??= vectorsOf(entries.map(({ description = '', name, tags = [] }) => [name, description, ...tags].join('\n')));
    known.catch(() => (known = undefined));
    const [vectors, [asked = []]] = await Promise.all([known, vectorsOf([query])]);
    const hits = entries.map((entry, at) => ({ entry, score: cosine(asked, vectors[at] ?? []) }));
    return ranked(
      hits.filter(({ score }) => score >= minScore),
      limit,
    );
  };
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let [product, first, second] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    product += value * (other[at] ?? 0);
    first += value ** 2;
    second += (other[at] ?? 0) ** 2;
  }
  return first * second === 0 ? 0 : Math.min(Math.max(product / Math.sqrt(first * second), 0), 1);
}

/** Best first; ties in the order of names. */
export const ranked = <T extends SearchTexts>(hits: readonly Hit<T>[], limit: number): readonly Hit<T>[] =>
  hits.toSorted((one, other) => other.score - one.score || (one.entry.name < other.entry.name ? -1 : 1)).slice(0, limit);
