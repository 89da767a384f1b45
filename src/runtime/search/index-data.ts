import { wordsOf } from './words.ts';

/** Texts of an entry. A word counts for more in its name than in its description. */
export interface SearchTexts {
  readonly name: string;
  readonly title?: string | undefined;
  /** Its first sentence counts for more than the rest. */
  readonly description?: string | undefined;
  /** Path of an operation of an API, or of a file. */
  readonly path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** An index as JSON. */
export interface SearchIndexData {
  /** Words of each name, in the order of the entries. */
  readonly names: readonly (readonly string[])[];
  /** By word: the position of an entry that has it and what it is worth there, one after another. */
  readonly words: Readonly<Record<string, readonly number[]>>;
}

/** Share of the length of a text that its words are divided by. */
const lengthShare = 0.5;

/** The index of texts as JSON: what a build keeps of entries that do not change. */
export function indexDataOf(texts: readonly SearchTexts[]): SearchIndexData {
  const all = texts.map(fieldsOf);
  const having = new Map<string, Map<number, number>>();
  for (const field of all[0]?.keys() ?? []) {
    const average = all.reduce((sum, of) => sum + (of[field]?.words.length ?? 0), 0) / all.length;
    for (const [at, of] of all.entries()) {
      const { weight = 0, words = [] } = of[field] ?? {};
      const worth = weight / (1 - lengthShare + (lengthShare * words.length) / average);
      for (const word of words) {
        const known = having.get(word) ?? new Map<number, number>();
        having.set(word, known.set(at, (known.get(at) ?? 0) + worth));
      }
    }
  }
  const rounded = (worths: ReadonlyMap<number, number>): readonly number[] =>
    [...worths].flatMap(([at, worth]) => [at, Math.round(worth * 1000) / 1000]);
  return {
    names: all.map(([name]) => [...new Set(name?.words)]),
    words: Object.fromEntries([...having].map(([word, worths]) => [word, rounded(worths)])),
  };
}

/** Texts by what a word is worth in them; the name first. */
function fieldsOf({ description = '', name, path = '', tags = [], title = '' }: SearchTexts) {
  const [summary = ''] = /^.*?(?:[.!?](?=\s)|\n|$)/u.exec(description) ?? [];
  const weighted = [
    [4, name],
    [2.5, `${title} ${summary}`],
    [1, tags.join(' ')],
    [0.6, path],
    [0.6, description.slice(summary.length)],
  ] as const;
  return weighted.map(([weight, text]) => ({ weight, words: wordsOf(text) }));
}
