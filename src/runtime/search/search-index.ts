import { wordsLike, wordsOf } from './words.ts';

/** Texts of an entry. A word counts for more in its name than in its description. */
export interface SearchTexts {
  readonly name: string;
  readonly title?: string | undefined;
  /** Its first sentence counts for more than the rest. */
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** An entry that answers a question, and how well: 1 would be every word of the question, in the name alone. */
export interface SearchHit<Entry> {
  readonly entry: Entry;
  readonly score: number;
}

export interface SearchOptions {
  /** @default 10 */
  readonly limit?: number;
  /** Least score of a hit, from 0 to 1. @default 0.1 */
  readonly minScore?: number;
}

/** Worth of a word in each text. */
const weights = { name: 4, summary: 2.5, tags: 1, description: 0.6 } as const;
type Field = keyof typeof weights;
const fields = Object.keys(weights) as readonly Field[];

/** Share of the length of a text that its words are divided by. */
const lengthShare = 0.5;
/** Occurrences after which more of a word count for little. */
const saturation = 1.2;
/** Worth of a word that only means the same. */
const alikeWorth = 0.6;
/** Part of the score that tells how much of the name was asked for: of `issues/create` and `issues/create-comment` the shorter is meant. */
const nameShare = 0.4;

interface Indexed<Entry> {
  readonly entry: Entry;
  readonly name: string;
  /** Words of the name. */
  readonly named: readonly string[];
}

/** A word of a question, and those that mean the same. */
interface AskedWord<Entry> {
  /** By word: 1 for itself, less for another. */
  readonly meant: ReadonlyMap<string, number>;
  /** What entries have of it. */
  readonly having: ReadonlyMap<Indexed<Entry>, number>;
  readonly rarity: number;
}

/**
 * Finds entries by what they do (BM25F: weighted fields, and rare words count for more). Equal questions have equal answers; ties are in the order
 * of names.
 *
 * @example
 * const index = new SearchIndex([{ name: 'add', does: 'Adds two numbers' }], ({ name, does }) => ({ name, description: does }));
 * const [best] = index.search('add numbers'); // { entry: { name: 'add', … }, score: 0.5… }
 */
export class SearchIndex<Entry> {
  readonly #size: number;
  /** By word: the entries that have it, and how much they have of it. */
  readonly #having = new Map<string, Map<Indexed<Entry>, number>>();

  constructor(entries: readonly Entry[], textsOf: (entry: Entry) => SearchTexts) {
    const words = new Map<Indexed<Entry>, Readonly<Record<Field, readonly string[]>>>();
    for (const entry of entries) {
      const texts = textsOf(entry);
      const of = wordsByField(texts);
      words.set({ entry, name: texts.name, named: [...new Set(of.name)] }, of);
    }
    this.#size = words.size;
    for (const field of fields) {
      const average = [...words.values()].reduce((sum, of) => sum + of[field].length, 0) / words.size || 1;
      for (const [indexed, of] of words) {
        const worth = weights[field] / (1 - lengthShare + (lengthShare * of[field].length) / average);
        for (const word of of[field]) add(this.#havingOf(word), indexed, worth);
      }
    }
  }

  search(question: string, { limit = 10, minScore = 0.1 }: SearchOptions = {}): readonly SearchHit<Entry>[] {
    const asked = [...new Set(wordsOf(question))].map((word) => this.#ask(word));
    const total = asked.reduce((sum, { rarity }) => sum + rarity, 0);
    const meant = new Map(asked.flatMap((one) => [...one.meant]).toSorted(([, one], [, other]) => one - other));
    const found = new Map<Indexed<Entry>, number>();
    for (const { having, rarity } of asked)
      for (const [indexed, worth] of having) add(found, indexed, (rarity * worth) / (saturation + worth) / total);
    return [...found]
      .map(([{ entry, name, named }, answered]) => {
        const share = answered * (1 - nameShare + nameShare * this.#askedPart(named, meant));
        // Squared: an entry that answers a third of a question answers nothing.
        return { entry, name, score: share ** 2 };
      })
      .filter(({ score }) => score >= minScore)
      .toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
      .slice(0, limit)
      .map(({ entry, score }) => ({ entry, score }));
  }

  #ask(word: string): AskedWord<Entry> {
    const meant = new Map([...wordsLike(word).map((other) => [other, alikeWorth] as const), [word, 1] as const]);
    const having = new Map<Indexed<Entry>, number>();
    for (const [one, part] of meant) for (const [indexed, worth] of this.#having.get(one) ?? []) add(having, indexed, part * worth);
    return { meant, having, rarity: this.#rarity(having.size) };
  }

  /** How much of a name was asked for, from 0 to 1. */
  #askedPart(named: readonly string[], meant: ReadonlyMap<string, number>): number {
    let [part, whole] = [0, 0];
    for (const word of named) {
      const rarity = this.#rarity(this.#having.get(word)?.size ?? 0);
      whole += rarity;
      part += rarity * (meant.get(word) ?? 0);
    }
    return whole === 0 ? 0 : part / whole;
  }

  /** A word that no entry has is as rare as a word of one. */
  #rarity(having: number): number {
    const count = Math.max(having, 1);
    return Math.log(1 + (this.#size - count + 0.5) / (count + 0.5));
  }

  #havingOf(word: string): Map<Indexed<Entry>, number> {
    const known = this.#having.get(word) ?? new Map<Indexed<Entry>, number>();
    this.#having.set(word, known);
    return known;
  }
}

function wordsByField({ description = '', name, tags = [], title = '' }: SearchTexts): Readonly<Record<Field, readonly string[]>> {
  const [first = ''] = /^.*?(?:[.!?](?=\s)|\n|$)/u.exec(description) ?? [];
  return {
    name: wordsOf(name),
    summary: wordsOf(`${title} ${first}`),
    tags: tags.flatMap(wordsOf),
    description: wordsOf(description.slice(first.length)),
  };
}

const add = <Key>(sums: Map<Key, number>, key: Key, more: number): void => void sums.set(key, (sums.get(key) ?? 0) + more);
