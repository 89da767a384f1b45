/** Takes every step in turn, also after one that failed; then what failed is thrown, several failures as one that tells them all. */
export async function takeAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((failure: unknown) => void failures.push(failure));
  if (failures.length > 1) throw new AggregateError(failures, failures.join('; '));
  if (failures.length > 0) throw failures[0];
}
