import type { PluginHost } from '@service/sdk/define';
import type { SkillModel } from '@service/sdk/model';
import {
  createSearch,
  type EntrySearch,
  fieldsOf,
  indexDataOf,
  type KeptIndex,
  pickEntries,
  readIndex,
  type SearchFields,
  type SearchIndexData,
  type SearchTexts,
  skillTexts,
  toolTexts,
  usableIndex,
} from '@service/sdk/search';
import type { EmbeddingOptions } from './codecall-options.ts';

/** Searches of lists that were seen lately: a caller's list is mostly that of the call before. */
const maxKept = 16;

/** What an index is made of. */
interface Indexed<Entry extends object> {
  readonly kept: KeptIndex | undefined;
  /** As they are now. */
  readonly entries: () => readonly Entry[];
  readonly textsOf: (entry: Entry) => SearchTexts;
}

/**
 * The index of all entries of a kind, made by the build where it could. Each caller searches a part of it, so that scores are the same where
 * the server has made it.
 */
class EntryIndex<Entry extends object = object> {
  readonly #indexed: Indexed<Entry>;
  /** Words of entries: where one owner's change, those of the others are not read again. */
  readonly #words = new WeakMap<Entry, SearchFields>();
  #entries: readonly Entry[];
  #read: () => SearchIndexData;
  #whole: { readonly index: SearchIndexData; readonly positions: ReadonlyMap<unknown, number> } | undefined;

  private constructor(indexed: Indexed<Entry>, kept: KeptIndex | undefined) {
    this.#indexed = indexed;
    this.#entries = indexed.entries();
    this.#read = kept === undefined ? this.#make : () => readIndex(kept);
  }

  static async open<Entry extends object>(indexed: Indexed<Entry>, logger: PluginHost['logger']): Promise<EntryIndex<Entry>> {
    return new EntryIndex(indexed, await usableIndex(indexed.kept, indexed.entries().map(indexed.textsOf), logger));
  }

  /** The part that these entries are: of what a caller does not see, no word counts. Undefined when one of them is not in it. */
  of(models: readonly unknown[]): SearchIndexData | undefined {
    const entries = this.#indexed.entries();
    if (entries !== this.#entries) {
      this.#entries = entries;
      this.#read = this.#make;
      this.#whole = undefined;
    }
    const { index, positions } = (this.#whole ??= { index: this.#read(), positions: new Map(entries.map((one, at) => [one, at])) });
    const found = models.flatMap((one) => positions.get(one) ?? []);
    return found.length < models.length ? undefined : pickEntries(index, found);
  }

  readonly #make = (): SearchIndexData => indexDataOf(this.#entries.map((entry) => this.#wordsOf(entry)));

  #wordsOf(entry: Entry): SearchFields {
    const words = this.#words.get(entry) ?? fieldsOf(this.#indexed.textsOf(entry));
    this.#words.set(entry, words);
    return words;
  }
}

/** What searches ask of an index. */
type SearchedIndex = Pick<EntryIndex, 'of'>;

/** Indexes of what the plugin finds. */
export interface EntryIndexes {
  readonly tools: SearchedIndex;
  readonly skills: SearchedIndex;
}

const noSkills: readonly SkillModel[] = [];

export async function openIndexes(host: Pick<PluginHost, 'logger' | 'model' | 'skillIndex' | 'toolIndex'>): Promise<EntryIndexes> {
  const skills = (): readonly SkillModel[] => host.model.skills ?? noSkills;
  return {
    tools: await EntryIndex.open({ kept: host.toolIndex, entries: () => host.model.tools, textsOf: toolTexts }, host.logger),
    skills: await EntryIndex.open({ kept: host.skillIndex, entries: skills, textsOf: skillTexts }, host.logger),
  };
}

export class Searches<T extends SearchTexts> {
  readonly #options: EmbeddingOptions;
  readonly #index: SearchedIndex | undefined;
  readonly #kept: { readonly of: readonly unknown[]; readonly search: EntrySearch<T> }[] = [];

  constructor(options: EmbeddingOptions = {}, index?: SearchedIndex) {
    this.#options = options;
    this.#index = index;
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
      data: strategy === 'ml' ? undefined : this.#index?.of(identities),
    });
    this.#kept.unshift({ of: identities, search });
    this.#kept.splice(maxKept);
    return search;
  }
}
