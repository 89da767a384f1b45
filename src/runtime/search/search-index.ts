import { bestHits, type SearchHit, type SearchOptions } from './best-hits.ts';
import { fieldsOf, indexDataOf, type SearchIndexData, type SearchTexts, worthOf } from './index-data.ts';
import { createSynonyms, type SynonymOptions, type Synonyms, wordsOf } from './words.ts';

export interface SearchSettings {
  /** `byCosine`, or weighted fields (BM25F) when absent. */
  readonly scoring?: Scoring | undefined;
  readonly synonyms?: SynonymOptions | undefined;
  /** Index that was made of the same texts in the same order (`data` of another index). Made of the texts when absent. */
  readonly data?: SearchIndexData | undefined;
}

/** Scores of entries for a question, from 0 to 1. @param words the index */
export type Scoring = (words: IndexedWords) => (asked: readonly AskedWord[]) => (entry: IndexedName) => number;

/** What scores are made of. */
export interface IndexedWords {
  readonly having: SearchIndexData;
  /** Weight of a word that so many entries have. */
  rarity(count: number): number;
}

export interface IndexedName {
  /** Position of the entry. */
  readonly at: number;
  readonly name: string;
  /** Words of the name. */
  readonly named: readonly string[];
}

/** A word of a question, and those that mean the same. */
export interface AskedWord {
  /** By word: 1 for itself, less for another. */
  readonly meant: ReadonlyMap<string, number>;
  /** What entries have of it, by their positions. */
  readonly having: ReadonlyMap<number, number>;
  readonly rarity: number;
}

/** Occurrences after which more of a word count for little. */
const saturation = 1.2;
/** Worth of a word that only means the same. */
const alikeWorth = 0.6;
/** Part of the score that tells how much of the name was asked for: of `issues/create` and `issues/create-comment` the shorter is meant. */
const nameShare = 0.4;

/**
 * Finds entries by what they do: weighted fields, and rare words count for more. Equal questions have equal answers; ties are in the order
 * of names.
 *
 * @example
 * const index = new SearchIndex([{ name: 'add', does: 'Adds two numbers' }], ({ name, does }) => ({ name, description: does }));
 * const [best] = index.search('add numbers'); // { entry: { name: 'add', … }, score: 0.5… }
 */
export class SearchIndex<Entry> {
  readonly #entries: readonly { readonly entry: Entry; readonly at: number; readonly name: string; readonly named: string[] }[];
  readonly #words: IndexedWords;
  readonly #synonyms: Synonyms;
  readonly #scoring: ReturnType<Scoring>;

  constructor(entries: readonly Entry[], textsOf: (entry: Entry) => SearchTexts, settings: SearchSettings = {}) {
    const { data, scoring = byFields, synonyms } = settings;
    const texts = entries.map(textsOf);
    const having = data ?? indexDataOf(texts.map(fieldsOf));
    this.#entries = entries.map((entry, at) => ({ entry, at, name: texts[at]?.name ?? '', named: new Array<string>() }));
    this.#words = {
      having,
      // A word that no entry has is as rare as a word of one.
      rarity: (count) => Math.log((texts.length + 1) / (Math.max(count, 1) + 0.5)),
    };
    for (const word of having.keys()) eachOf(this.#words, word, (at, _worth, isNamed) => isNamed && this.#entries[at]?.named.push(word));
    this.#synonyms = createSynonyms(synonyms);
    this.#scoring = scoring(this.#words);
  }

  search(question: string, options: SearchOptions = {}): readonly SearchHit<Entry>[] {
    const asked = [...new Set(wordsOf(question))].map((word) => this.#ask(word));
    const scoreOf = this.#scoring(asked);
    const found = this.#entries.filter(({ at }) => asked.some(({ having }) => having.has(at)));
    return bestHits(
      found.map((one) => ({ ...one, score: scoreOf(one) })),
      options,
    );
  }

  #ask(word: string): AskedWord {
    const meant = new Map([...this.#synonyms(word).map((other) => [other, alikeWorth] as const), [word, 1] as const]);
    const having = new Map<number, number>();
    for (const [one, part] of meant) eachOf(this.#words, one, (at, worth) => having.set(at, (having.get(at) ?? 0) + part * worth));
    return { meant, having, rarity: this.#words.rarity(having.size) };
  }
}

/** BM25F: of each word what the entry's fields have of it, more of it counting for less and less. */
const byFields: Scoring = (words) => (asked) => {
  const answered = answeredShare(asked, (worth) => worth / (saturation + worth));
  const partOf = (named: readonly string[]): number => {
    let [part, whole] = [0, 0];
    for (const word of named) {
      const rarity = words.rarity((words.having.get(word)?.length ?? 0) / 2);
      whole += rarity;
      part += rarity * Math.max(...asked.map(({ meant }) => meant.get(word) ?? 0));
    }
    return part / whole || 0;
  };
  // Squared: an entry that answers a third of a question answers nothing.
  return ({ at, named }) => (answered(at) * (1 - nameShare + nameShare * partOf(named))) ** 2;
};

/** Share of a question that an entry answers: of the rarities of its words. */
export function answeredShare(asked: readonly AskedWord[], partOf: (worth: number) => number): (at: number) => number {
  const total = asked.reduce((sum, { rarity }) => sum + rarity, 0);
  return (at) => asked.reduce((sum, { having, rarity }) => sum + rarity * partOf(having.get(at) ?? 0), 0) / total;
}

export function eachOf({ having }: IndexedWords, word: string, visit: (at: number, worth: number, isNamed: boolean) => void): void {
  const found = having.get(word) ?? [];
  for (let at = 0; at < found.length; at += 2) {
    const grade = found[at + 1] ?? 0;
    visit(found[at] ?? 0, worthOf(grade), grade % 2 > 0);
  }
}
