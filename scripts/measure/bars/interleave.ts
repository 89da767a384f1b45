/** Medians of both sides, in milliseconds, and how many times longer ours took. */
export interface Comparison {
  readonly oursMs: number;
  readonly theirsMs: number;
  readonly ratio: number;
}

/** Runs both sides by turns, so that a slow moment of a shared machine meets both, and compares medians. */
export async function interleave(rounds: number, ours: () => Promise<number>, theirs: () => Promise<number>): Promise<Comparison> {
  const our: number[] = [];
  const their: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    our.push(await ours());
    their.push(await theirs());
  }
  const oursMs = median(our);
  const theirsMs = median(their);
  return { oursMs: Math.round(oursMs), theirsMs: Math.round(theirsMs), ratio: Math.round((oursMs / theirsMs) * 100) / 100 };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
