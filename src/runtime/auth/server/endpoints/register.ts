import { randomId, secretsEqual, sha256Text, withoutUndefined } from '../../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { addressShareOf } from '../../../web/address-share.ts';
import { readText } from '../../../web/form.ts';
import { answerJson } from '../../../web/json-answer.ts';
import { readBearer } from '../../verify/bearer.ts';
import { readClientMetadata, type ClientMetadata } from '../clients/client-metadata.ts';
import { answerOAuth, noStore } from '../responses/error-response.ts';
import type { RegistrationSettings } from '../local-settings.ts';
import { OAuthProblem } from '../responses/problems.ts';
import { privateSchemeOf, redirectUriProblem } from '../../../options/redirect-values.ts';
import { coversRedirectUri, isLoopbackUri } from '../clients/redirect-uris.ts';
import type { Client } from '../clients/client.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

/** Bytes. */
const maxBodyBytes = 65_536;

/** `POST /oauth/register` (RFC 7591). */
export const register =
  (server: SignInServer) =>
  (exchange: HttpExchange): Promise<HttpAnswer> =>
    answerOAuth(server.logger, async () => {
      const { registration } = server.settings;
      await checkMayRegister(exchange, registration);
      const metadata = readClientMetadata(await readBody(exchange));
      if ('misconfigured' in metadata)
        return answerJson(500, { error: 'server_misconfigured', code: 'CONFIG_INVALID', message: metadata.misconfigured }, noStore);
      for (const uri of metadata.redirectUris) checkMayReceive(uri, registration);
      return registerClient(server, metadata, addressShareOf(exchange));
    });

async function checkMayRegister(exchange: HttpExchange, settings: RegistrationSettings): Promise<void> {
  if (!settings.enabled) throw new OAuthProblem('access_denied', 'Dynamic Client Registration is disabled.', { status: 404 });
  const { allowedClientIds, clients, initialAccessToken } = settings;
  if (initialAccessToken !== undefined) {
    const presented = readBearer(exchange);
    // An empty option, as of a variable that is not set, is no token that a request without one would have.
    if (presented.kind !== 'token' || !(await secretsEqual(presented.token, initialAccessToken)))
      throw new OAuthProblem('invalid_token', 'An initial access token is required', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      });
  }
  // A client that registers itself cannot be on the list: its id is not known before.
  if (allowedClientIds !== undefined && clients.length === 0)
    throw new OAuthProblem('access_denied', 'Only clients that the operator listed may sign in here', { status: 403 });
}

async function readBody(exchange: HttpExchange): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test((exchange.header('content-type') ?? '').trim()))
    throw new OAuthProblem('invalid_client_metadata', 'Content-Type must be application/json', { status: 400 });
  const body = await readText(exchange, maxBodyBytes);
  if (!('text' in body)) throw new OAuthProblem('invalid_client_metadata', body.problem, { status: body.status });
  try {
    return JSON.parse(body.text);
  } catch {
    throw new OAuthProblem('invalid_client_metadata', 'The body is not JSON');
  }
}

function checkMayReceive(uri: string, { allowedRedirectUris: allowed, privateUseSchemes }: RegistrationSettings): void {
  const problem = redirectUriProblem(uri, privateUseSchemes);
  if (problem !== undefined) throw new OAuthProblem('invalid_redirect_uri', problem);
  // It would be compared character by character, which is not what its author means.
  if (uri.includes('*'))
    throw new OAuthProblem('invalid_redirect_uri', `redirect URI ${uri} holds a wildcard: register every address by itself`);
  if (allowed === undefined && !isLoopbackUri(uri) && privateSchemeOf(uri, privateUseSchemes) === undefined)
    throw new OAuthProblem('invalid_redirect_uri', `redirect URI ${uri} is not a loopback address, and no others may register here`);
  if (allowed !== undefined && !allowed.some((entry) => coversRedirectUri(entry, uri)))
    throw new OAuthProblem('invalid_redirect_uri', `redirect URI ${uri} is not on the list of this server`);
}

async function registerClient(server: SignInServer, metadata: ClientMetadata, owner: string | undefined): Promise<HttpAnswer> {
  const { clientName, grantTypes, method, redirectUris, scope } = metadata;
  const secret = method === 'none' ? undefined : randomId(32);
  const client: Client = withoutUndefined({
    // Never looks like a URL, so it is never taken for a metadata document's.
    clientId: crypto.randomUUID(),
    redirectUris,
    clientName,
    scope,
    secretHash: secret === undefined ? undefined : await sha256Text(secret),
    tokenEndpointAuthMethod: method,
    grantTypes,
    responseTypes: ['code'],
    source: 'registered',
  });
  if (!(await server.registered.add(client, owner)))
    throw new OAuthProblem('temporarily_unavailable', 'Client registration capacity reached; please try again later.', {
      status: 503,
      headers: { 'retry-after': '3600' },
    });
  return answerJson(201, describe(client, { secret, issuedAt: Math.floor(server.clock() / 1000) }), noStore);
}

/** Everything as it was stored (RFC 7591 section 3.2.1): clients go by what is echoed, not by what they asked for. JSON leaves out the rest. */
function describe(client: Client, { issuedAt, secret }: { secret: string | undefined; issuedAt: number }): object {
  return {
    client_id: client.clientId,
    client_id_issued_at: issuedAt,
    client_secret: secret,
    client_secret_expires_at: secret === undefined ? undefined : 0,
    client_name: client.clientName,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: client.responseTypes,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    scope: client.scope,
  };
}
