import { InvalidClientOption } from '../../client/errors.ts';
import type { Credentials } from './credentials.ts';
import { CurrentSignIn } from './current-sign-in.ts';
import { openBrowser } from './open-browser.ts';
import { signIn as signInByBrowser, type SignInSettings } from './sign-in.ts';
import { isAccessToken } from './tokens.ts';

/** Options of {@link signIn}; every member may be left out. */
export interface SignInOptions {
  /**
   * What the person reads when they allow the access.
   * @default 'service-client'
   */
  readonly clientName?: string;
  /**
   * Issuer of the tokens.
   * @default the one that the server names
   */
  readonly issuer?: string;
  /**
   * A client that is registered there.
   * @default the script registers itself (RFC 7591)
   */
  readonly clientId?: string;
  /**
   * Scopes, separated by spaces.
   * @default those that the server names
   */
  readonly scope?: string;
  /**
   * First and last port of 127.0.0.1 that the browser may be sent back to.
   * @default any free port
   */
  readonly portRange?: readonly [first: number, last: number];
  /**
   * Shows the page of the authorization server to the person.
   * @default it is opened in the browser
   */
  readonly show?: (address: string) => void;
  /** Ends the wait, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** A person who is signed in, as `connect` takes them. */
export interface SignedIn {
  /** The tokens as they are now: keep them where only their owner reads, and give them to {@link continueSignIn}. */
  readonly credentials: Credentials;
  /** The access token, renewed where it is over or was refused; undefined when the sign-in has ended. An option of `connect`. */
  readonly token: (renew: boolean) => Promise<string | undefined>;
  /** Tells the server that the tokens are not used any more. */
  readonly signOut: () => Promise<void>;
}

/**
 * Signs a person in with their browser, which comes back to a port of 127.0.0.1 (RFC 8252) within five minutes.
 * @param address of the MCP endpoint
 * @throws {SignInFailure} when it is refused, takes too long, or the server cannot be trusted with it
 * @example
 * import { connect } from '@service/sdk/client';
 * import { signIn } from '@service/sdk/client/node';
 * const { token } = await signIn('https://example.com/mcp', { show: (address) => console.error(`Sign in at ${address}`) });
 * const client = await connect('https://example.com/mcp', { token });
 */
export async function signIn(address: string | URL, options: SignInOptions = {}): Promise<SignedIn> {
  const { clientId, clientName = 'service-client', issuer, portRange, scope, show = openBrowser, signal } = options;
  const settings: SignInSettings = { serverUrl: issuer, clientId, defaultScope: scope, portRange };
  const url = String(address);
  return new CurrentSignIn(
    await signInByBrowser({ url, programName: clientName, settings, show, signal: signal ?? new AbortController().signal }),
  );
}

/**
 * Goes on with tokens of an earlier {@link signIn}.
 * @throws {InvalidClientOption} for a token that cannot be sent
 */
export function continueSignIn(credentials: Credentials): SignedIn {
  if (!isAccessToken(credentials.accessToken)) throw new InvalidClientOption('The kept credentials hold no access token that can be sent');
  return new CurrentSignIn(credentials);
}
