import type { SearchTexts } from './index-data.ts';
import { bestHits, type SearchHit, type SearchOptions } from './best-hits.ts';

/** Vectors of texts, one for each and all of one length, by a model of the author's. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** Finds entries by vectors that the author's model makes of their texts. The entries' are asked for once, by the first question. */
export class MeaningIndex<Entry> {
  readonly #entries: readonly { readonly entry: Entry; readonly name: string; readonly text: string }[];
  readonly #embed: Embed;
  #vectors: Promise<readonly (readonly number[])[]> | undefined;

  constructor(entries: readonly Entry[], textsOf: (entry: Entry) => SearchTexts, embed: Embed) {
    this.#entries = entries.map((entry) => {
      const { description = '', name, path = '', tags = [], title = '' } = textsOf(entry);
      return { entry, name, text: [name, title, description, path, ...tags].filter((text) => text !== '').join('\n') };
    });
    this.#embed = embed;
  }

  /** @throws {TypeError} vectors that are not one for each text, of finite numbers and equal length */
  async search(question: string, options: SearchOptions = {}): Promise<readonly SearchHit<Entry>[]> {
    if (this.#entries.length === 0) return [];
    const [vectors, [asked = []]] = await Promise.all([this.#ready(), this.#embedAll([question])]);
    return bestHits(
      this.#entries.map(({ entry, name }, at) => ({ entry, name, score: cosine(asked, vectors[at] ?? []) })),
      options,
    );
  }

  /** A failure is not kept: the next question asks again. */
  #ready(): Promise<readonly (readonly number[])[]> {
    this.#vectors ??= this.#embedAll(this.#entries.map(({ text }) => text)).catch((error: unknown) => {
      this.#vectors = undefined;
      throw error;
    });
    return this.#vectors;
  }

  async #embedAll(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
    const vectors = await this.#embed(texts);
    const isWhole = vectors.length === texts.length && vectors.every((vector) => vector.length > 0 && vector.every(Number.isFinite));
    if (!isWhole) throw new TypeError(`"embed" must give a vector of finite numbers for each of ${texts.length} texts`);
    return vectors;
  }
}

/** @throws {TypeError} vectors of different length */
function cosine(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) throw new TypeError(`"embed" gave vectors of ${one.length} and of ${other.length} numbers`);
  const product = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return product / (Math.hypot(...one) * Math.hypot(...other) || 1);
}
