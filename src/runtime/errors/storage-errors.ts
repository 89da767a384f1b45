import { ServiceError } from './service-error.ts';

/** A store that does not answer. The server does not start with it, and answers 503 while it lasts; it never falls back to memory. */
export class StorageConnectionError extends ServiceError {
  override readonly name = 'StorageConnectionError';

  /**
   * @param store how the message names it: `Failed to connect to <store>: …`
   * @param reason without passwords
   */
  constructor(store: string, reason: string) {
    super('STORAGE_CONNECTION_ERROR', `Failed to connect to ${store}: ${reason}`);
  }
}

/** A database that was written with another `encryption.secret`, or a row that was changed. */
export class SqliteDecryptionError extends ServiceError {
  override readonly name = 'SqliteDecryptionError';

  constructor(message: string) {
    super('SQLITE_DECRYPTION_ERROR', message);
  }
}
