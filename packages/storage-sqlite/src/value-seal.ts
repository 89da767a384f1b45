import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SqliteDecryptionError } from '@service/sdk/errors';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encoding of stored values; synchronous, so that nothing happens between reading and writing a row. */
export interface ValueSeal {
  seal(key: string, value: string): Uint8Array;
  /** @throws {SqliteDecryptionError} */
  open(key: string, stored: Uint8Array): string;
}

/** Values without encryption. */
export const plainValues: ValueSeal = {
  seal: (_key, value) => Buffer.from(value),
  open: (_key, stored) => Buffer.from(stored).toString(),
};

/** AES-256-GCM with the row's key as additional data, so that a writer of the file cannot move a value to another row. */
export function sealedValues(secret: string): ValueSeal {
  const keyBytes = Buffer.from(hkdfSync('sha256', secret, '', 'service/storage-sqlite/v1', 32));
  return {
    seal: (key, value) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyBytes, iv).setAAD(Buffer.from(key));
      return Buffer.concat([iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open: (key, stored) => {
      try {
        const decipher = createDecipheriv(algorithm, keyBytes, stored.subarray(0, ivBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(key))
          .setAuthTag(stored.subarray(-tagBytes));
        return Buffer.concat([decipher.update(stored.subarray(ivBytes, -tagBytes)), decipher.final()]).toString();
      } catch {
        throw new SqliteDecryptionError('a value of the SQLite store was written with another encryption.secret, or changed');
      }
    },
  };
}
