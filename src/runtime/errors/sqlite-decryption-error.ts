import { ServiceError } from './service-error.ts';

/** A database that was written with another `encryption.secret`, or a row that was changed. */
export class SqliteDecryptionError extends ServiceError {
  override readonly name = 'SqliteDecryptionError';

  constructor(message: string) {
    super('SQLITE_DECRYPTION_ERROR', message);
  }
}
