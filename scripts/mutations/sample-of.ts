/** `size` of the items in an order of chance, the same one for the same seed: a larger sample begins with the smaller. */
export function sampleOf<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  let state = seed >>> 0;
  // A linear congruential generator (Numerical Recipes): nothing here is secret.
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return items
    .map((item) => ({ item, lot: next() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, size)
    .map(({ item }) => item);
}
