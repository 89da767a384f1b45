import type { AuthorizationServer } from '../auth/server/create-authorization-server.ts';
import { resourceMetadataUrl } from '../auth/server/endpoints/discovery.ts';
import type { AuthEndpoint, AuthorizationParts } from '../auth/server/sign-in-parts.ts';
import { nameMetadata } from '../auth/verify/name-metadata.ts';
import type { Route } from '../http/router.ts';
import type { HttpExchange } from '../web/exchange.ts';
import type { Feature } from './feature.ts';

/** A server's own authorization server as a feature. */
export function signInFeature(name: string, server: AuthorizationServer, { addressOf }: AuthorizationParts): Feature {
  const metadataAt = (exchange: HttpExchange): string => resourceMetadataUrl(addressOf(exchange).baseUrl);
  return {
    name,
    routes: server.endpoints.map(toRoute),
    requestGuards: [server.identify],
    aroundEndpoint: async (caller, next) => nameMetadata(await next(caller), caller.exchange, metadataAt),
  };
}

/** Nobody can be locked out of signing in by a limit (ruling 13). */
const toRoute = ({ answer, method, noStore, path, refusesCors }: AuthEndpoint): Route => ({
  method,
  path,
  answer,
  unlimited: true,
  ...(refusesCors === true ? { refusesCors } : {}),
  ...(noStore === true ? { noStore } : {}),
});
