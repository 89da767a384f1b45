import { randomId } from '../../std/index.ts';
import type { Credentials } from './credentials.ts';
import { discover } from './discover.ts';
import { openLoopback } from './loopback.ts';
import { authorizationAddress, registerClient } from './request-code.ts';
import { exchangeCode } from './tokens.ts';

export interface SignInSettings {
  /** Issuer of the tokens; without it the server of the session names its own. */
  readonly serverUrl?: string;
  /** Without it the program registers itself (RFC 7591). */
  readonly clientId?: string;
  readonly defaultScope?: string;
  /** First and last loopback port that the browser may be sent back to. */
  readonly portRange?: readonly number[];
}

export interface SignIn {
  /** The MCP endpoint. */
  readonly url: string;
  readonly programName: string;
  readonly settings: SignInSettings;
  readonly signal: AbortSignal;
  /** Shows a page to the person, or its address. */
  readonly show: (url: string) => void;
}

/** Signs a person in with their browser: authorization code with PKCE (RFC 7636) on a loopback port. @throws {SignInFailure} */
export async function signIn({ programName, settings, show, signal, url }: SignIn): Promise<Credentials> {
  const server = await discover(url, settings.serverUrl);
  const state = randomId(32);
  const verifier = randomId(32);
  const { issuer, namesItself } = server;
  const loopback = await openLoopback({ state, issuer, namesItself }, settings.portRange);
  try {
    const { redirectUri } = loopback;
    const clientId = settings.clientId ?? (await registerClient(server, { name: programName, redirectUri, kind: 'native' }));
    const scope = settings.defaultScope;
    show(await authorizationAddress(server, { clientId, redirectUri, scope, state, verifier }));
    const code = await loopback.code(signal);
    const { resource, revocationEndpoint, tokenEndpoint } = server;
    return await exchangeCode(code, { endpoint: tokenEndpoint, clientId, resource, revocationEndpoint, verifier, redirectUri });
  } finally {
    loopback.close();
  }
}
