import { utf8 } from './bytes.ts';

/**
 * Compares two secrets in a time that depends on neither content nor place of the first difference, so that a secret cannot be
 * guessed byte by byte. Both are hashed first: lengths do not show either.
 */
export async function secretsEqual(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(left), digest(right)]);
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

const digest = async (text: string): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)));
