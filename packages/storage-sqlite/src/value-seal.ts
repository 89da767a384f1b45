import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SqliteDecryptionError } from '@service/sdk/errors';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** How values are written; synchronous, so that nothing can happen between reading and writing a row. */
export interface ValueSeal {
  seal(key: string, value: string): Uint8Array;
  /** @throws {SqliteDecryptionError} */
  open(key: string, stored: Uint8Array): string;
}

/** Values as they are. */
export const plainValues: ValueSeal = {
  seal: (_key, value) => Buffer.from(value),
  open: (_key, stored) => Buffer.from(stored).toString(),
};

/** AES-256-GCM; the row's key is bound in, so that nobody who can write the file puts one value in another's place. */
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
