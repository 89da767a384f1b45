import type { JsonObject } from '../../../model/index.ts';
import { utf8Length } from '../../../std/index.ts';
import { maxTokenLength } from '../../verify/bearer.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';

/** Bytes of a payload beside what is counted: times, id, names of claims, and the header and signature of the token. */
const otherBytes = 400;

/**
 * Whether the token of a sign-in would still be taken with these claims. One that is too long would be issued and then refused with every
 * request, and clients answer that by signing in again, for ever.
 */
export function fitsIntoToken({ clientId, issuer, resource, scopes, stepClaims, user }: CheckedSignIn, claims: JsonObject): boolean {
  const said = JSON.stringify([user, { ...stepClaims, ...claims }, clientId, issuer, resource, scopes.join(' ')]);
  return Math.ceil(((utf8Length(said) + otherBytes) * 4) / 3) <= maxTokenLength;
}
