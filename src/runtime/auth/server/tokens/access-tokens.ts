import { SignJWT } from 'jose';
import type { JsonObject } from '../../../model/index.ts';
import { randomId, type Clock } from '../../../std/index.ts';
import { importTokenKey, type TokenKey } from '../../verify/token-key.ts';
import type { AuthKeys } from './keys.ts';

/** What a token says beside the claims of its time. */
export interface TokenFacts {
  readonly sub: string;
  readonly issuer: string;
  readonly audience: string;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  /** Further claims; those above win. */
  readonly claims: JsonObject;
}

/** Signs access tokens: JWT, HS256, the raw `JWT_SECRET`. */
export class AccessTokens {
  readonly #keys: AuthKeys;
  readonly #clock: Clock;
  #key: Promise<TokenKey> | undefined;

  constructor(keys: AuthKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  async sign({ audience, claims, issuer, lifetimeSeconds, scopes, sub }: TokenFacts): Promise<string> {
    this.#key ??= importTokenKey(this.#keys.accessTokens);
    const iat = Math.floor(this.#clock() / 1000);
    const times = { iat, exp: iat + lifetimeSeconds, jti: randomId() };
    return new SignJWT({ ...claims, sub, scope: scopes.join(' '), iss: issuer, aud: audience, ...times })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(await this.#key);
  }
}
