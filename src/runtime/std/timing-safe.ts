import { sha256 } from './sha256.ts';

/**
 * Compares two secrets in a time that depends on neither content nor place of the first difference, so that a secret cannot be
 * guessed byte by byte. Both are hashed first: lengths do not show either.
 */
export async function secretsEqual(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(left), sha256(right)]);
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}
