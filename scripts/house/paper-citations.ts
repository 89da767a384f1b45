/** Ways to cite a paper that readers of this repository do not have. */
const papers =
  /\b(?:rulings?(?: \d|[,:])|documents? [1-5]\b|supplement(?: section| §| \(|['’]s| [A-Z]\d)|issue \d+\b|architecture (?:section|§))/i;

/** The lines of a text that cite such a paper, each with its number. */
export const paperCitations = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, at) => (papers.test(line) ? [`${at + 1}: ${line.trim()}`] : []));
