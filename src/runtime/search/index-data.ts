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

/** An index. By word: the position of an entry that has it and its grade there, one after another. */
export type SearchIndexData = ReadonlyMap<string, readonly number[]>;

/** Share of the length of a text that its words are divided by. */
const lengthShare = 0.5;

/** Grades are even, or one more where the name has the word. Each even one is worth a fifth more than the one before; 0 to 89 are one character. */
const gradeOf = (worth: number): number => 2 * Math.max(0, Math.min(44, Math.round(4 * Math.log2(worth) + 22)));
export const worthOf = (grade: number): number => 2 ** ((grade >> 1) / 4 - 5.5);

/** Makes the index of entries. */
export function indexDataOf(all: readonly SearchFields[]): SearchIndexData {
  const averages = weights.map((_weight, field) => all.reduce((sum, of) => sum + (of[field]?.length ?? 0), 0) / all.length);
  const index = new Map<string, number[]>();
  for (const [at, fields] of all.entries()) {
    const worths = new Map<string, number>();
    for (const [field, words] of fields.entries()) {
      const worth = (weights[field] ?? 0) / (1 - lengthShare + (lengthShare * words.length) / (averages[field] ?? 1));
      for (const word of words) worths.set(word, (worths.get(word) ?? 0) + worth);
    }
    for (const [word, worth] of worths) {
      const graded = index.get(word) ?? [];
      index.set(word, graded);
      graded.push(at, gradeOf(worth) + Number(fields[0]?.includes(word)));
    }
  }
  return index;
}

/** Weights of the fields that {@link fieldsOf} gives. */
const weights = [4, 2.5, 1, 0.6, 0.6];

/** Words of each field; the name first. */
export type SearchFields = readonly (readonly string[])[];

/** Reads the words of texts. */
export function fieldsOf({ description = '', name, path = '', tags = [], title = '' }: SearchTexts): SearchFields {
  const [summary = ''] = /^.*?(?:[.!?](?=\s)|\n|$)/u.exec(description) ?? [];
  return [name, `${title} ${summary}`, tags.join(' '), path, description.slice(summary.length)].map(wordsOf);
}
