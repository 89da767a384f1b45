import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** One search, for entries and skills. */
export const rows: readonly RequirementRow[] = rowsOf({
  'K6.words':
    'Entries are found by the words of their names, titles, descriptions, paths and tags: any script, without case and English endings, and by words that mean the same in interfaces',
  'K6.scores': 'A score is between 0 and 1 and the same each time; the best is first, and ties are in the order of names',
  'K6.fields':
    'A word counts for most in the name, then in the title and first sentence, the tags, the path and the rest of the description; groups of words that mean the same can be added, replaced or left out',
  'K6.strategies': 'Strategy `bm25` scores by weighted fields (BM25F); `cosine` and `tfidf` score the same index by cosine',
  'K6.ml':
    'Strategy `ml` compares the vectors that `embed(texts)` makes; without `embed` it is refused with that text. With `skillsConfig.embed`, `semantic-query` and `skills/search` compare meanings',
  'K6.kept':
    'A build keeps the index of 50 or more fixed tools (for a plugin that searches them) or skills as one text in the bundle, with its version and the hash of what it was made of. Where either differs at start the log says so and searches make their own. A caller who sees a part of the entries searches that part alone',
  'K6.changed': 'Where entries of one owner change, the words of the others are not read again.',
  'K6.none': 'A question that nothing answers finds nothing: a hit has a score of 0.1 at least',
  'K6.inspect':
    '`service inspect --search <question>` shows the entries that answer it, best first, with their kinds and scores; it reads tags, paths and categories as other searches do',
});
