import { jwtVerify } from 'jose';
import type { Clock } from '../../std/index.ts';
import type { TokenCheck } from './access-token.ts';
import { importTokenKey } from './token-key.ts';
import type { TokenKey } from './token-key.ts';

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
