import { randomId, sha256Text } from '../../std/index.ts';
import { SignInFailure } from './sign-in-failure.ts';
import type { Credentials } from './credentials.ts';
import { discover, type AuthorizationServer } from './discover.ts';
import { fetchJson } from './fetch-json.ts';
import { openLoopback } from './loopback.ts';
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
    const clientId = settings.clientId ?? (await register(server, programName, redirectUri));
    const scope = settings.defaultScope ?? server.scope;
    const page = new URL(server.authorizationEndpoint);
    const query = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await sha256Text(verifier),
      code_challenge_method: 'S256',
      resource: server.resource,
      ...(scope === undefined ? {} : { scope }),
    };
    for (const [key, value] of Object.entries(query)) page.searchParams.set(key, value);
    show(page.href);
    const code = await loopback.code(signal);
    const { resource, revocationEndpoint, tokenEndpoint } = server;
    return await exchangeCode(code, { endpoint: tokenEndpoint, clientId, resource, revocationEndpoint, verifier, redirectUri });
  } finally {
    loopback.close();
  }
}

/** RFC 7591, as a native program without a secret. */
async function register({ issuer, registrationEndpoint }: AuthorizationServer, name: string, redirectUri: string): Promise<string> {
  if (registrationEndpoint === undefined)
    throw new SignInFailure(`${issuer} lets no program register itself`, {
      advice: 'clientId',
    });
  const { body, status } = await fetchJson(registrationEndpoint, {
    json: {
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
  });
  const { client_id: clientId, error_description: description } = body;
  if (typeof clientId === 'string') return clientId;
  throw new SignInFailure(
    `${issuer} refused to register this program: ${typeof description === 'string' ? description : `status ${status}`}`,
    {
      advice: 'clientId',
    },
  );
}
