import type { JsonObject } from '../../../model/index.ts';
import { randomId } from '../../../std/index.ts';
import { answerJson } from '../../../web/json-answer.ts';
import type { AuthEndpoint } from './auth-endpoint.ts';

export type MakeKey = () => Promise<JsonObject>;

/**
 * `GET /.well-known/jwks.json`: a public RSA key that clients may ask for and nothing is signed with (tokens are HS256, and their key is
 * secret). Made at the first look.
 */
export function jwks(make: MakeKey): AuthEndpoint {
  let made: Promise<JsonObject> | undefined;
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    answer: async () => answerJson(200, { keys: [await (made ??= make())] }),
  };
}

/** Its private half is thrown away at once. */
export const makePublicKey: MakeKey = async () => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { e = '', n = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid: randomId(), n, e };
};
