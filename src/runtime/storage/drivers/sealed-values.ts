import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encoding of stored values; synchronous, so that nothing happens between reading and writing a record. */
export interface ValueSeal {
  /** @param place what the value belongs to: its key, and what else must not be changed beside it */
  seal(place: string, value: string): Uint8Array;
  /** Throws for a value that was sealed with another secret or at another place. */
  open(place: string, stored: Uint8Array): string;
}

/** Values without encryption. */
export const plainValues: ValueSeal = {
  seal: (_place, value) => Buffer.from(value),
  open: (_place, stored) => Buffer.from(stored).toString(),
};

export interface SealOptions {
  readonly secret: string;
  /** Kind of the store: one secret makes different keys for different kinds. */
  readonly label: string;
  readonly failure: () => Error;
}

/** AES-256-GCM with the place as additional data, so that a writer of the files cannot move a value to another place. */
export function sealedValues({ failure, label, secret }: SealOptions): ValueSeal {
  const keyBytes = Buffer.from(hkdfSync('sha256', secret, '', label, 32));
  return {
    seal: (place, value) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyBytes, iv).setAAD(Buffer.from(place));
      return Buffer.concat([iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open: (place, stored) => {
      try {
        const decipher = createDecipheriv(algorithm, keyBytes, stored.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(place))
          .setAuthTag(stored.subarray(-tagBytes));
        return Buffer.concat([decipher.update(stored.subarray(ivBytes, -tagBytes)), decipher.final()]).toString();
      } catch {
        throw failure();
      }
    },
  };
}
