import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerJson } from '../../web/json-answer.ts';
import { metadataAddresses, type IdentityProvider } from './identity-provider.ts';

export interface ProviderDiscoveryOptions {
  readonly provider: IdentityProvider;
  /** URL of the provider, as configured. */
  readonly address: string;
  readonly scopes: readonly string[];
  readonly resourceAt: (exchange: HttpExchange) => string;
  readonly resourcePaths: readonly string[];
  readonly issuerPaths: readonly string[];
  readonly pinned: boolean;
}

interface DiscoveryRoute {
  readonly method: 'GET';
  readonly path: string;
  readonly unlimited: true;
  readonly answer: (exchange: HttpExchange) => Promise<HttpAnswer> | HttpAnswer;
}

/** Where clients of a server find its identity provider: the resource's metadata names it, and the issuer's place leads to it. */
export function providerDiscoveryRoutes(options: ProviderDiscoveryOptions): readonly DiscoveryRoute[] {
  const at = (path: string, suffixes: readonly string[], answer: DiscoveryRoute['answer']): readonly DiscoveryRoute[] =>
    [...new Set(['', ...suffixes])].map((suffix) => ({ method: 'GET', path: `${path}${suffix}`, unlimited: true, answer }));
  return [
    ...at('/.well-known/oauth-protected-resource', options.resourcePaths, (exchange) => protectedResource(options, exchange)),
    ...at('/.well-known/oauth-authorization-server', options.issuerPaths, () => leadToProvider(options)),
  ];
}

function protectedResource({ address, pinned, resourceAt, scopes }: ProviderDiscoveryOptions, exchange: HttpExchange): HttpAnswer {
  const document = {
    resource: resourceAt(exchange),
    authorization_servers: [address],
    // RFC 9728 section 3.2: a member without elements is left out.
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
  };
  return { ...answerJson(200, document, { 'cache-control': pinned ? 'public, max-age=300' : 'no-store' }), keepsHeaders: true };
}

async function leadToProvider({ address, provider }: ProviderDiscoveryOptions): Promise<HttpAnswer> {
  const known = await provider.metadata().then(
    ({ url }) => url,
    () => undefined,
  );
  const [first = address] = metadataAddresses(address);
  return { status: 302, headers: { location: known ?? first, 'cache-control': 'no-store' }, keepsHeaders: true };
}
