import { encodeBase64url, utf8 } from './bytes.ts';

/** SHA-256 of a text or of bytes. */
export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data));

/** The same in base64url: the stored form of secrets that are only compared. */
export const sha256Text = async (text: string): Promise<string> => encodeBase64url(await sha256(text));

/**
 * Compares two secrets in a time that depends on neither content nor place of the first difference, so that a secret cannot be
 * guessed byte by byte. Both are hashed first: lengths do not show either.
 */
export async function secretsEqual(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(left), sha256(right)]);
  return hashesEqual(a, b);
}

/** Compares two hashes of secrets, each to its end. */
export function hashesEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at++) difference |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return difference === 0;
}

/** The same of hashes in text: what is compared is as long as every hash, and an attacker cannot choose its value. */
export const hashTextsEqual = (left: string, right: string): boolean => hashesEqual(utf8(left), utf8(right));
