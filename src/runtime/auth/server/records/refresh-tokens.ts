import { encodeBase64url, hashTextsEqual, utf8 } from '../../../std/index.ts';
import type { AuthKeys } from '../tokens/keys.ts';
import type { GrantRecord } from './grant-records.ts';

export interface PresentedRefreshToken {
  readonly grantId: string;
  readonly generation: number;
  readonly signature: string;
}

type MacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Refresh tokens are `<grant>.<generation>.<signature>`: any older one of a family is recognised as such without being kept. The
 * signature needs the server's key and the salt in the record, so neither the store nor the key alone makes a token.
 */
export class RefreshTokens {
  readonly #keys: AuthKeys;
  #key: Promise<MacKey> | undefined;

  constructor(keys: AuthKeys) {
    this.#keys = keys;
  }

  async print({ generation, id, salt }: Pick<GrantRecord, 'id' | 'generation' | 'salt'>): Promise<string> {
    return `${id}.${generation}.${await this.#sign(`${id}.${generation}.${salt}`)}`;
  }

  parse(token: string): PresentedRefreshToken | undefined {
    const [, grantId = '', generation = '', signature = ''] =
      /^([A-Za-z0-9_-]{22})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
    return grantId === '' ? undefined : { grantId, generation: Number(generation), signature };
  }

  async isGenuine(presented: PresentedRefreshToken, { id, salt }: GrantRecord): Promise<boolean> {
    return hashTextsEqual(presented.signature, await this.#sign(`${id}.${presented.generation}.${salt}`));
  }

  async #sign(text: string): Promise<string> {
    this.#key ??= this.#import();
    return encodeBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', await this.#key, utf8(text))));
  }

  async #import(): Promise<MacKey> {
    const bytes = await this.#keys.derive('refresh-token');
    return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  }
}
