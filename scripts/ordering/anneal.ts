type Score = (list: readonly string[]) => Promise<number>;

export interface AnnealSettings {
  readonly candidates: readonly string[];
  readonly rounds: number;
  /** How much worse a change may be in the beginning. */
  readonly warmth: number;
  readonly random: () => number;
}

/** Looks for a short list with a low score: from a first one, by changes of chance, of which worse ones are taken ever more rarely. */
export async function anneal(first: readonly string[], score: Score, settings: AnnealSettings): Promise<string[]> {
  const { candidates, rounds, warmth, random } = settings;
  let current = first;
  let currentScore = await score(current);
  let best = current;
  let bestScore = currentScore;
  for (let round = 0; round < rounds; round++) {
    const next = changed(current, candidates, random);
    const nextScore = await score(next);
    const heat = warmth * Math.max(0, 1 - round / (rounds * 0.85));
    if (nextScore > currentScore - heat * Math.log(random() + Number.MIN_VALUE)) continue;
    [current, currentScore] = [next, nextScore];
    if (nextScore < bestScore) [best, bestScore] = [next, nextScore];
  }
  return withoutUseless(best, score);
}

/** One more or moved, one less, or a few together elsewhere. */
function changed(list: readonly string[], candidates: readonly string[], random: () => number): string[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const next = [...list];
  const kind = random();
  if (kind < 0.1 && next.length > 0) next.splice(below(next.length), 1);
  else if (kind < 0.5 || next.length < 2) {
    const one = candidates[below(candidates.length)] ?? '';
    if (next.includes(one)) next.splice(next.indexOf(one), 1);
    next.splice(below(next.length + 1), 0, one);
  } else {
    const some = next.splice(below(next.length), 1 + Math.floor(random() * below(12)));
    next.splice(below(next.length + 1), 0, ...some);
  }
  return next;
}

async function withoutUseless(list: readonly string[], score: Score): Promise<string[]> {
  let kept = [...list];
  let least = await score(kept);
  for (const one of list) {
    const without = kept.filter((other) => other !== one);
    const bytes = await score(without);
    if (bytes <= least) [kept, least] = [without, bytes];
  }
  return kept;
}

/** The same numbers in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
