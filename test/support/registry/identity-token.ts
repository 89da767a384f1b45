import { createSign, type KeyObject } from 'node:crypto';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An identity token as the CI of the owner `acme` issues it. @param claims over the standard ones, such as `aud` */
export function identityToken(key: KeyObject, claims: object): string {
  const signed = `${base64url({ alg: 'RS256' })}.${base64url({ exp: Date.now() / 1000 + 300, repository_owner: 'acme', ...claims })}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key).toString('base64url')}`;
}
