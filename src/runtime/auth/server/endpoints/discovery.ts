import type { JsonObject } from '../../../model/index.ts';
import type { Awaitable } from '../../../std/index.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { constantDocument } from '../../../web/constant-document.ts';
import { namedScopes } from '../tokens/scopes.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { AuthEndpoint } from './auth-endpoint.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

const resourcePath = '/.well-known/oauth-protected-resource';
const serverPath = '/.well-known/oauth-authorization-server';

/** URL of the document that a challenge names. */
export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}${resourcePath}`;

export interface DiscoveryOptions {
  /** Paths of the resource and of the issuer, `''` for none: clients append them to the well-known path (RFC 8414 section 3, RFC 9728 section 3.1). */
  readonly resourcePaths: readonly string[];
  readonly issuerPaths: readonly string[];
  /** The operator set the address, so the answer does not depend on the request and may be cached. */
  readonly pinned: boolean;
  /** Further members of the metadata, from extensions. */
  readonly metadata: (address: ServerAddress) => JsonObject;
  readonly grantTypes: readonly string[];
}

/** Both discovery documents, each at the root and with the path inserted. Every other suffix is an unknown path. */
export function discovery(server: SignInServer, options: DiscoveryOptions): readonly AuthEndpoint[] {
  const headers = { 'cache-control': options.pinned ? 'public, max-age=300' : 'no-store' };
  const at = (path: string, suffixes: readonly string[], document: (address: ServerAddress) => object): readonly AuthEndpoint[] => {
    // Made once for each address: most requests have the same.
    const made = new WeakMap<ServerAddress, ReturnType<typeof constantDocument>>();
    const answer = (exchange: HttpExchange): Awaitable<HttpAnswer> => {
      const address = server.addressOf(exchange);
      let known = made.get(address);
      if (known === undefined) made.set(address, (known = constantDocument(document(address), { headers, tagged: options.pinned })));
      return known(exchange);
    };
    return [...new Set(['', ...suffixes])].map((suffix) => ({ method: 'GET', path: `${path}${suffix}`, answer }));
  };
  return [
    ...at(resourcePath, options.resourcePaths, (address) => protectedResource(server, address)),
    ...at(serverPath, options.issuerPaths, (address) => authorizationServer(server, options, address)),
  ];
}

function protectedResource({ settings }: SignInServer, { issuer, resource }: ServerAddress): object {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: namedScopes(settings.allowedScopes),
    bearer_methods_supported: ['header'],
  };
}

/** Every member is computed from the settings of the endpoints, so that the document cannot name what is not served. */
function authorizationServer({ settings }: SignInServer, { grantTypes, metadata }: DiscoveryOptions, address: ServerAddress): object {
  const { baseUrl, issuer } = address;
  return {
    issuer,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    ...(settings.registration.enabled ? { registration_endpoint: `${baseUrl}/oauth/register` } : {}),
    token_endpoint_auth_methods_supported: [],
    response_types_supported: ['code'],
    grant_types_supported: grantTypes,
    scopes_supported: namedScopes(settings.allowedScopes),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...metadata(address),
  };
}
