import { printCookie } from '../../web/cookies.ts';
import { signInSeconds } from './lifetimes.ts';
import type { PendingSignIn, ServerAddress } from './sign-in-parts.ts';

/**
 * One cookie a sign-in, so that two tabs do not end each other's. The prefix binds it to this very host; browsers take it on https only
 * (ruling 18).
 */
export const signInCookieName = (signInId: string, secure: boolean): string =>
  `${secure ? '__Host-' : ''}service_signin_${signInId.slice(0, 12)}`;

/** @param value empty: the cookie is taken away */
export function signInCookie({ id }: Pick<PendingSignIn, 'id'>, { baseUrl }: ServerAddress, value: string): string {
  const secure = baseUrl.startsWith('https:');
  return printCookie({ name: signInCookieName(id, secure), value, secure, maxAgeSeconds: value === '' ? 0 : signInSeconds });
}
