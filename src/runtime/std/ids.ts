import { encodeBase64url } from './base64url.ts';

/** Random bytes from the platform's CSPRNG: the only source of ids, codes and keys. */
export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/**
 * An unguessable id in base64url.
 * @param bytes of randomness; 16 (128 bits) when not given
 */
export const randomId = (bytes = 16): string => encodeBase64url(randomBytes(bytes));
