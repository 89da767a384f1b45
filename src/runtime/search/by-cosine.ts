import { answeredShare, eachOf, type Scoring } from './search-index.ts';

/** TF-IDF: the angle between a question and an entry, as vectors of words, and how much of the question the entry answers. */
export const byCosine: Scoring = (words) => {
  const squares = new Map<number, number>();
  for (const [word, having] of words.having) {
    const rarity = words.rarity(having.length / 2);
    eachOf(words, word, (at, worth) => squares.set(at, (squares.get(at) ?? 0) + (rarity * worth) ** 2));
  }
  return (asked) => {
    const length = Math.hypot(...asked.map(({ rarity }) => rarity));
    const answered = answeredShare(asked, Math.sign);
    return ({ at }) => {
      const product = asked.reduce((sum, { having, rarity }) => sum + rarity ** 2 * (having.get(at) ?? 0), 0);
      const cosine = product / length / Math.sqrt(squares.get(at) ?? 1);
      // At most 1: a word that means the same may be rarer than the one that was asked for. A word in common is no answer.
      return Math.min(cosine, 1) * answered(at) ** 3;
    };
  };
};
