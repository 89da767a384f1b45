import type { JsonObject } from '@service/sdk/model';

export interface TokenOptions {
  readonly sub: string;
  readonly scopes?: readonly string[];
  readonly email?: string;
  readonly name?: string;
  /** For whom it is; the server under test when absent. */
  readonly audience?: string;
  /** Further claims; those that the other options set win. */
  readonly claims?: JsonObject;
  /** Seconds; 3600 when absent. */
  readonly expiresIn?: number;
}
