import { printCookie } from '../../../web/cookies.ts';
import { signInSeconds } from '../tokens/lifetimes.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

/**
 * One cookie a sign-in, so that two tabs do not end each other's. The prefix binds it to this very host; browsers take it on https only
 *.
 */
export const signInCookieName = (signInId: string, address: ServerAddress): string =>
  `${isSecure(address) ? '__Host-' : ''}service_signin_${signInId.slice(0, 12)}`;

const isSecure = ({ baseUrl }: ServerAddress): boolean => baseUrl.startsWith('https:');

/** @param value empty: the cookie is taken away */
export function signInCookie({ id }: Pick<PendingSignIn, 'id'>, address: ServerAddress, value: string): string {
  const secure = isSecure(address);
  return printCookie({ name: signInCookieName(id, address), value, secure, maxAgeSeconds: value === '' ? 0 : signInSeconds });
}
