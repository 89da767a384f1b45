import type { AuthorizationServer } from '../../auth/server/create-authorization-server.ts';
import { resourceMetadataUrl } from '../../auth/server/endpoints/discovery.ts';
import type { AuthorizationServices } from '../../auth/server/authorization-services.ts';
import type { AuthEndpoint } from '../../auth/server/endpoints/auth-endpoint.ts';
import { nameMetadata } from '../../auth/verify/challenge.ts';
import { isOwnOrigin } from '../../http/guards/own-origin.ts';
import { withReadableHost } from '../../http/guards/readable-host.ts';
import { withinLimits } from '../../http/body-limit.ts';
import { forbidCaching, warnOfKeptHeaders } from '../../http/headers/security.ts';
import type { Route } from '../../http/router.ts';
import type { HttpExchange } from '../../web/exchange.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import { guardedBy } from '../application/callers.ts';
import type { Feature } from '../application/feature.ts';

interface SignInSite {
  readonly addressOf: AuthorizationServices['addressOf'];
  readonly application: Pick<ApplicationCore, 'http' | 'logger'>;
}

const tokenHeaders = ['cache-control', 'pragma'];
const pageHeaders = [...tokenHeaders, 'content-security-policy', 'x-frame-options', 'x-content-type-options', 'referrer-policy'];

/** A server's own authorization server as a feature. */
export function signInFeature({ endpoints, identify }: AuthorizationServer, { addressOf, application }: SignInSite): Feature {
  const { http } = application;
  warnOfKeptHeaders(application, 'token and registration answers', tokenHeaders);
  warnOfKeptHeaders(application, 'sign-in pages and redirects', pageHeaders);
  warnOfKeptHeaders(application, 'discovery documents', ['cache-control']);
  const metadataAt = (exchange: HttpExchange): string => resourceMetadataUrl(addressOf(exchange).baseUrl);
  const isOwnForm = (exchange: HttpExchange): boolean => isOwnOrigin(http, exchange);
  return {
    routes: endpoints.map((endpoint) => withinLimits(toRoute(endpoint, isOwnForm), http)),
    around: {
      request: forbidCaching(endpoints.filter(({ noStore }) => noStore === true).map(({ path }) => path)),
      routes: withReadableHost(http),
      identify: guardedBy(identify),
      endpoint: async (caller, next) => nameMetadata(await next(caller), caller.exchange, metadataAt),
    },
  };
}

/** Nobody can be locked out of signing in by a limit. */
const toRoute = ({ answer, method, path, refusesCors }: AuthEndpoint, isOwnForm: NonNullable<Route['judgesOrigin']>): Route => ({
  method,
  path,
  answer,
  unlimited: true,
  ...(refusesCors === true ? { judgesOrigin: isOwnForm } : {}),
});
