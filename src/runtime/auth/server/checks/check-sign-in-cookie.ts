import { hashTextsEqual, sha256Text } from '../../../std/index.ts';
import { readCookie } from '../../../web/cookies.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';
import { signInCookieName } from '../sign-in/sign-in-cookie.ts';

/** Values looked at; a request with more is not a browser's. */
const maxValues = 8;

/**
 * Only the browser that opened the page continues with it. Without this a link to an attacker's half-done sign-in would make a victim sign in
 * for the attacker's client, or the attacker finish with the victim's answer.
 */
export async function checkSignInCookie(exchange: HttpExchange, signIn: PendingSignIn, address: ServerAddress): Promise<void> {
  // One name only: a plain cookie beside the prefixed one could have been set by a page of a sibling host.
  const values = readCookie(exchange, signInCookieName(signIn.id, address));
  for (const value of values.slice(0, maxValues)) if (hashTextsEqual(await sha256Text(value), signIn.cookieHash)) return;
  throw new SignInProblem(
    'This sign-in was started in another browser, or cookies are blocked. Start again from the program you came from.',
  );
}
