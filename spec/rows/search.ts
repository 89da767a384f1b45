import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** One search, for entries and skills. */
export const rows: readonly RequirementRow[] = rowsOf({
  'K6.words':
    'Entries are found by the words of their names, titles, descriptions and tags: any script, without case and English endings, and by words that mean the same in interfaces',
  'K6.scores': 'A score is between 0 and 1 and the same each time; the best is first, and ties are in the order of names',
  'K6.none': 'A question that nothing answers finds nothing: a hit has a score of 0.1 at least',
  'K6.inspect': '`service inspect --search <question>` shows the entries that answer it, best first, with their kinds and scores',
});
