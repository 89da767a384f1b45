import type { PluginHost } from '@service/sdk/define';
import type { ToolModel } from '@service/sdk/model';
import {
  createSearch,
  type EntrySearch,
  indexDataOf,
  type KeptIndex,
  pickEntries,
  readIndex,
  type SearchIndexData,
  type SearchTexts,
  toolTexts,
  usableIndex,
} from '@service/sdk/search';
import type { EmbeddingOptions } from './codecall-options.ts';

/** Searches of lists that were seen lately: a caller's list is mostly that of the call before. */
const maxKept = 16;

/**
 * The index of all tools of the server, made by the build where it could. Each caller searches a part of it, so that scores are the same
 * where the server has made it.
 */
export class ToolIndex {
  readonly #host: Pick<PluginHost, 'model'>;
  #tools: readonly ToolModel[];
  #read: () => SearchIndexData;
  #whole: { readonly index: SearchIndexData; readonly positions: ReadonlyMap<unknown, number> } | undefined;

  private constructor(host: Pick<PluginHost, 'model'>, kept: KeptIndex | undefined) {
    this.#host = host;
    this.#tools = host.model.tools;
    this.#read = kept === undefined ? () => indexDataOf(this.#tools.map(toolTexts)) : () => readIndex(kept);
  }

  static async open(host: Pick<PluginHost, 'logger' | 'model' | 'toolIndex'>): Promise<ToolIndex> {
    return new ToolIndex(host, await usableIndex(host.toolIndex, host.model.tools.map(toolTexts), host.logger));
  }

  /** The part that these tools are: of what a caller does not see, no word counts. Undefined when one of them is not in it. */
  of(models: readonly unknown[]): SearchIndexData | undefined {
    const { tools } = this.#host.model;
    if (tools !== this.#tools) {
      this.#tools = tools;
      this.#read = () => indexDataOf(tools.map(toolTexts));
      this.#whole = undefined;
    }
    const { index, positions } = (this.#whole ??= { index: this.#read(), positions: new Map(tools.map((tool, at) => [tool, at])) });
    const found = models.flatMap((one) => positions.get(one) ?? []);
    return found.length < models.length ? undefined : pickEntries(index, found);
  }
}

export class Searches<T extends SearchTexts> {
  readonly #options: EmbeddingOptions;
  readonly #index: ToolIndex | undefined;
  readonly #kept: { readonly of: readonly unknown[]; readonly search: EntrySearch<T> }[] = [];

  constructor(options: EmbeddingOptions = {}, index?: ToolIndex) {
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
