const first = 1000;
const last = 32_000;

/**
 * What happens at a deadline, once the program got as far as a test needs before it: a busy machine spends a short one on the start, and
 * then it is twice as long.
 */
export async function inEnoughTime<T>(run: (milliseconds: number) => Promise<T>, gotThere: (found: T) => boolean): Promise<T> {
  for (let milliseconds = first; ; milliseconds *= 2) {
    const found = await run(milliseconds);
    if (gotThere(found) || milliseconds >= last) return found;
  }
}
