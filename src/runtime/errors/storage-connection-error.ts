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
