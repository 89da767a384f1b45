import type { JsonObject } from '../../model/index.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { checkNamed, checkSecure, fetchJson, parseUrl } from './fetch-json.ts';

/** What a sign-in needs to know of the authorization server. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  /** It names itself in the redirect (RFC 9207). */
  readonly namesItself: boolean;
  /** The audience of the tokens (RFC 8707). */
  readonly resource: string;
  readonly scope: string | undefined;
}

/** Finds out where to sign in at a server. @param issuer where it is known already @throws {SignInFailure} */
export async function discover(serverUrl: string, issuer?: string): Promise<AuthorizationServer> {
  const url = checkSecure(serverUrl);
  const protectedBy = issuer === undefined ? await readResource(url) : { issuer, resource: url.href, scope: undefined };
  // An issuer of the build is the author's word; everything else is said by the server.
  const by = issuer === undefined ? url : checkSecure(issuer);
  const metadata = await readMetadata(checkNamed(protectedBy.issuer, by), protectedBy.issuer);
  const methods = metadata['code_challenge_methods_supported'];
  // A server that says nothing of PKCE has none (MCP, authorization code protection); of an issuer that the build names, the author knows.
  const isVouchedFor = methods === undefined && issuer !== undefined;
  if (!isVouchedFor && !(Array.isArray(methods) && methods.includes('S256')))
    throw new SignInFailure(`${protectedBy.issuer} does not support PKCE with S256, without which a code could be stolen`);
  const optional = (key: string): string | undefined => {
    const value = metadata[key];
    return typeof value === 'string' ? checkNamed(value, by).href : undefined;
  };
  const required = (key: string): string => {
    const value = optional(key);
    if (value === undefined) throw new SignInFailure(`The metadata of ${protectedBy.issuer} has no ${key}`);
    return value;
  };
  return {
    ...protectedBy,
    issuer: typeof metadata['issuer'] === 'string' ? metadata['issuer'] : '',
    authorizationEndpoint: required('authorization_endpoint'),
    tokenEndpoint: required('token_endpoint'),
    registrationEndpoint: optional('registration_endpoint'),
    revocationEndpoint: optional('revocation_endpoint'),
    namesItself: metadata['authorization_response_iss_parameter_supported'] === true,
  };
}

interface ProtectedResource {
  readonly issuer: string;
  readonly resource: string;
  readonly scope: string | undefined;
}

/** RFC 9728: what the challenge of the server points to, else the well-known places. */
async function readResource(url: URL): Promise<ProtectedResource> {
  const { challenge } = await fetchJson(url.href, { method: 'POST', json: {} });
  const named = /resource_metadata="([^"]+)"/.exec(challenge ?? '')?.[1] ?? '';
  const path = url.pathname.replace(/\/$/, '');
  const wellKnown = `${url.origin}/.well-known/oauth-protected-resource`;
  for (const place of new Set([named, `${wellKnown}${path}`, wellKnown])) {
    // Of another host it could name an authorization server that steals what is typed there.
    if (parseUrl(place)?.origin !== url.origin) continue;
    const { body, status } = await fetchJson(place);
    const [issuer] = Array.isArray(body['authorization_servers']) ? body['authorization_servers'] : [];
    if (status !== 200 || typeof issuer !== 'string') continue;
    const resource = typeof body['resource'] === 'string' ? body['resource'] : url.href;
    if (!covers(resource, url)) throw new SignInFailure(`${place} describes another server`);
    const scopes = Array.isArray(body['scopes_supported']) ? body['scopes_supported'].filter((one) => typeof one === 'string') : [];
    return { issuer, resource, scope: scopes.length === 0 ? undefined : scopes.join(' ') };
  }
  throw new SignInFailure(`${url.href} names no authorization server`, {
    advice: 'token',
  });
}

/**
 * Whether tokens for the resource are meant for this endpoint too. One host may serve several: a token for a neighbour must not be handed
 * to the endpoint that asks for it (RFC 9728 section 3.3).
 */
function covers(resource: string, url: URL): boolean {
  const named = parseUrl(resource);
  if (named?.origin !== url.origin || (named.search !== '' && named.search !== url.search)) return false;
  const path = named.pathname.replace(/\/$/, '');
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}

/** RFC 8414 section 3, then OpenID Connect Discovery. */
async function readMetadata(url: URL, issuer: string): Promise<JsonObject> {
  const path = url.pathname.replace(/\/$/, '');
  const places = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}/.well-known/openid-configuration${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of new Set(places)) {
    const { body, status } = await fetchJson(place);
    if (status !== 200 || typeof body['issuer'] !== 'string') continue;
    // RFC 8414 section 3.3: metadata of another issuer is not to be used.
    if (body['issuer'].replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new SignInFailure(`${place} describes another issuer`);
    return body;
  }
  throw new SignInFailure(`${issuer} publishes no metadata of an authorization server`);
}
