import { jwtVerify } from 'jose';
import type { Clock } from '../../std/index.ts';
import type { TokenCheck } from './access-token.ts';

/** A key of the platform; imported once, because importing costs more than checking a token. */
export type TokenKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as the key of HS256 tokens. */
export const importTokenKey = (secret: Uint8Array<ArrayBuffer>): Promise<TokenKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Tokens that this server signed itself. */
export function createSecretCheck(secret: Uint8Array<ArrayBuffer>, clock: Clock): TokenCheck {
  let key: Promise<TokenKey> | undefined;
  return async (token) => {
    key ??= importTokenKey(secret);
    return jwtVerify(token, await key, {
      // One algorithm: a token does not choose how it is checked.
      algorithms: ['HS256'],
      // Issuer and audience are compared with those of the request, and a token without them has none that fit.
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(clock()),
    });
  };
}
