import type { HttpAnswer } from '../../../web/exchange.ts';
import { answerJson } from '../../../web/json-answer.ts';
import { randomId } from '../../../std/index.ts';

/**
 * `GET /.well-known/jwks.json`: a public RSA key that document 1 asks for and nothing is signed with (tokens are HS256, and their key is
 * secret). Its private half is thrown away at once.
 */
export function jwks(): () => Promise<HttpAnswer> {
  let made: Promise<object> | undefined;
  return async () => answerJson(200, { keys: [await (made ??= makeKey())] });
}

async function makeKey(): Promise<object> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { e, kty, n } = await crypto.subtle.exportKey('jwk', publicKey);
  return { kty, use: 'sig', alg: 'RS256', kid: randomId(), n, e };
}
