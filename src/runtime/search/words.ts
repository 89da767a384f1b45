/** Words of every description, which tell nothing of what it describes. */
const common = new Set(
  'a all am an and any are as at be by can do does each for from has have how in into is it its of on or out that the their them then there these this to up was what when where which will with you your'.split(
    ' ',
  ),
);

/** Words that people ask with, and words of interfaces that mean the same. */
const alike = [
  'create add new make open',
  'delete remove destroy drop',
  'update change edit modify set rename close',
  'list show find',
  'get read fetch view download show content',
  'my me i authenticated',
  'who user',
  'logged signed authenticated',
  'trigger dispatch start run',
  'stop cancel end',
  'somebody user member person',
  'invite invitation',
  'organization org',
  'repository repo',
  'pr pull',
  'approve review',
  'image picture photo',
  'upload put',
  'send post',
  'add sum plus total',
];

/** Words that mean the same as others, beside those that are built in. */
export interface SynonymOptions {
  /** Questions are also answered by words that mean the same. @default true */
  readonly enabled?: boolean;
  /** Further groups of words that mean the same. */
  readonly additionalSynonyms?: readonly (readonly string[])[];
  /** Only the further groups count. @default false */
  readonly replaceDefaults?: boolean;
  /** Words that one word of a question may stand for, itself left out. @default 5 */
  readonly maxExpansionsPerTerm?: number;
}

/**
 * Words of a text as they are compared: letters and digits of any script, without case and without English endings.
 * `pullRequests/list` has the words `pull`, `request` and `list`.
 */
export const wordsOf = (text: string): readonly string[] =>
  spelt(text)
    .filter((word) => !common.has(word))
    .map(stem);

const spelt = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** `repositories` and `repository` are one word; so are `create`, `created` and `creating`. */
function stem(word: string): string {
  let found = word;
  if (found.length > 4 && found.endsWith('ies')) found = `${found.slice(0, -3)}y`;
  else if (found.length > 3 && /[^s]s$/.test(found)) found = found.slice(0, -1);
  const ending = /(?:ing|ed)$/.exec(found)?.[0] ?? '';
  if (ending !== '' && found.length - ending.length > 2) found = found.slice(0, -ending.length).replace(/([^ls])\1$/, '$1');
  if (found.length > 4 && found.endsWith('e')) found = found.slice(0, -1);
  return found.length > 7 && found.endsWith('ation') ? found.slice(0, -5) : found;
}

/** Gives the words that mean the same as one, itself left out. */
export type Synonyms = (word: string) => readonly string[];

export function createSynonyms({
  additionalSynonyms = [],
  enabled = true,
  maxExpansionsPerTerm = 5,
  replaceDefaults = false,
}: SynonymOptions = {}): Synonyms {
  const known = new Map<string, Set<string>>();
  const rows = enabled ? [...additionalSynonyms, ...(replaceDefaults ? [] : alike.map((row) => row.split(' ')))] : [];
  for (const row of rows) {
    const words = row.flatMap((text) => spelt(text).map(stem));
    for (const word of words) known.set(word, new Set([...(known.get(word) ?? []), ...words]));
  }
  return (word) => [...(known.get(word) ?? [])].filter((other) => other !== word).slice(0, maxExpansionsPerTerm);
}
