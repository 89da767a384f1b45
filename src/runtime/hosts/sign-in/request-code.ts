import { sha256Text } from '../../std/index.ts';
import type { AuthorizationServer } from './discover.ts';
import { fetchJson } from './fetch-json.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** What a code is asked for with, and exchanged with later. */
export interface CodeRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly state: string;
  readonly verifier: string;
}

/** Where the person is sent: authorization code with PKCE (RFC 7636). */
export async function authorizationAddress(server: AuthorizationServer, request: CodeRequest): Promise<string> {
  const { clientId, redirectUri, scope = server.scope, state, verifier } = request;
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
  return page.href;
}

/** RFC 7591, as a client without a secret. @throws {SignInFailure} */
export async function registerClient(
  { issuer, registrationEndpoint }: AuthorizationServer,
  client: { readonly name: string; readonly redirectUri: string; readonly kind: 'native' | 'web' },
): Promise<string> {
  if (registrationEndpoint === undefined) throw new SignInFailure(`${issuer} lets no program register itself`, { advice: 'clientId' });
  const { body, status } = await fetchJson(registrationEndpoint, {
    json: {
      client_name: client.name,
      redirect_uris: [client.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: client.kind,
    },
  });
  const { client_id: clientId, error_description: description } = body;
  if (typeof clientId === 'string') return clientId;
  const why = typeof description === 'string' ? description : `status ${status}`;
  throw new SignInFailure(`${issuer} refused to register this program: ${why}`, { advice: 'clientId' });
}
