import { createAddressOf } from '../auth/server/address/server-address.ts';
import { resourceMetadataUrl } from '../auth/server/endpoints/discovery.ts';
import { anonymousScopes } from '../auth/server/local-settings.ts';
import { sameUrl } from '../auth/server/address/urls.ts';
import { AccessTokenVerifier } from '../auth/verify/access-token.ts';
import { createAnonymousCallers } from '../auth/verify/anonymous-callers.ts';
import { IdentityProvider, keysFreshMs } from '../auth/verify/identity-provider.ts';
import { nameMetadata } from '../auth/verify/challenge.ts';
import { ProviderUnavailable } from '../auth/verify/provider-documents.ts';
import { providerDiscoveryRoutes } from '../auth/verify/provider-discovery-routes.ts';
import { createTokenGuard } from '../auth/verify/token-guard.ts';
import type { TransparentAuthOptions } from '../define/auth-options.ts';
import { httpDefaults } from '../options/generated.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { warnOfKeptHeaders } from '../http/headers/security.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { checkForeignAudience, isPinned } from './sign-in/open-address.ts';
import { discoveryPaths } from './sign-in/discovery-paths.ts';
import { guardedBy } from './application/callers.ts';
import type { GuardVerdict } from './application/feature.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tokens of an identity provider, accepted as they are (`auth: { mode: transparent }`). */
export const transparentAuth = defineFeature('transparent-auth', (parts) => {
  const { auth } = parts.runtime.declared;
  if (auth?.mode !== 'transparent') return {};
  const addressOf = addressing(parts);
  const metadataAt = (exchange: HttpExchange): string => resourceMetadataUrl(addressOf(exchange).baseUrl);
  const provider = new IdentityProvider({
    provider: auth.provider,
    config: auth.providerConfig ?? {},
    clock: parts.runtime.now,
    fetch: (input, init) => fetch(input, init),
  });
  for (const warning of checkForeignAudience(parts, audiencesOf(auth))) parts.logger.warn(warning);
  warnOf(auth, parts);
  warnOfKeptHeaders(parts, 'discovery documents', ['cache-control']);
  const identify = createIdentify({ auth, parts, provider, addressOf, metadataAt });
  return {
    around: {
      routes: withReadableHost(parts.http),
      identify: guardedBy(identify),
      endpoint: async (caller, next) => nameMetadata(await next(caller), caller.exchange, metadataAt),
    },
    routes: providerDiscoveryRoutes({
      provider,
      address: auth.provider,
      scopes: auth.scopes ?? auth.requiredScopes ?? [],
      resourceAt: (exchange) => addressOf(exchange).resource,
      ...discoveryPaths(parts.http, undefined),
    }),
  };
});

function addressing({ environment, http, runtime }: ApplicationCore): ReturnType<typeof createAddressOf> {
  return createAddressOf({
    entryPath: http.entryPath,
    mount: http.mount,
    publicUrl: http.publicUrl,
    publicHost: undefined,
    port: runtime.model.options.http.port ?? environment.PORT ?? httpDefaults.port,
    trustedProxies: http.trustedProxies,
    issuer: undefined,
  });
}

const audiencesOf = ({ expectedAudience = [] }: TransparentAuthOptions): readonly string[] =>
  typeof expectedAudience === 'string' ? [expectedAudience] : expectedAudience;

interface IdentifyOptions {
  readonly auth: TransparentAuthOptions;
  readonly parts: ApplicationCore;
  readonly provider: IdentityProvider;
  readonly addressOf: ReturnType<typeof createAddressOf>;
  readonly metadataAt: (exchange: HttpExchange) => string;
}

function createIdentify({
  addressOf,
  auth,
  metadataAt,
  parts,
  provider,
}: IdentifyOptions): (exchange: HttpExchange) => Promise<GuardVerdict> {
  const { requiredScopes = [] } = auth;
  const audiences = audiencesOf(auth);
  // What an unpinned request says of itself proves nothing where the operator has said which audiences count.
  const countsOwn = isPinned(parts.http) || audiences.length === 0;
  const clock = parts.runtime.now;
  const guard = createTokenGuard({
    verifier: new AccessTokenVerifier({ check: provider.check, clock, mode: auth.mode, rememberMs: keysFreshMs }),
    expectedAt: async (exchange) => {
      const { resource } = addressOf(exchange);
      const accepts = (audience: string): boolean =>
        (countsOwn && sameUrl(audience, resource)) || audiences.some((one) => sameUrl(audience, one));
      return { issuer: auth.provider, issuers: auth.providerConfig?.verifyIssuer === false ? 'any' : await provider.issuers(), accepts };
    },
    metadataAt,
    requiredScopes,
    ...(auth.allowAnonymous === true
      ? { withoutToken: createAnonymousCallers({ mode: auth.mode, scopes: auth.anonymousScopes ?? anonymousScopes }) }
      : {}),
  });
  return async (exchange) => {
    try {
      return await guard(exchange);
    } catch (failure) {
      if (!(failure instanceof ProviderUnavailable)) throw failure;
      // Neither accepted nor refused: the token cannot be verified now.
      parts.logger.error('the identity provider cannot be asked', { problem: failure.message });
      const body = { error: 'Service Unavailable', message: 'The identity provider cannot be asked at the moment' };
      return { answer: answerJson(503, body, { 'retry-after': '30', 'cache-control': 'no-store' }) };
    }
  };
}

/** Warns of documented options that have another effect here, or none. */
function warnOf({ providerConfig }: TransparentAuthOptions, { logger }: ApplicationCore): void {
  if (providerConfig?.verifyIssuer === false)
    logger.warn(
      'auth.providerConfig.verifyIssuer is false: every token signed with the keys of the provider is accepted, whatever its issuer',
    );
}
