import { token } from '../auth/server/endpoints/token.ts';
import { createAnonymousGrant } from '../auth/server/grants/anonymous.ts';
import { anonymousScopes } from '../auth/server/local-settings.ts';
import { sameUrl } from '../auth/server/address/urls.ts';
import { AccessTokenVerifier } from '../auth/verify/access-token.ts';
import { createAnonymousCallers } from '../auth/verify/anonymous-callers.ts';
import { createSecretCheck } from '../auth/verify/token-key.ts';
import { createTokenGuard } from '../auth/verify/token-guard.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { withinLimits } from '../http/body-limit.ts';
import { authDefaults } from '../options/generated.ts';
import { createAuthorizationServices } from './sign-in/authorization-services.ts';
import { addressWarnings } from './sign-in/open-address.ts';
import { guardedBy } from './application/callers.ts';
import { defineFeature } from './application/define-feature.ts';

/**
 * A server that needs no token (`auth: { mode: public }`). Tokens of this server are still read, and one that is
 * not good is refused: a caller with a token claims an identity.
 */
export const publicAuth = defineFeature('public-auth', (application) => {
  const { auth } = application.runtime.declared;
  if (auth?.mode !== 'public') return {};
  for (const warning of addressWarnings(application.http)) application.logger.warn(warning);
  const parts = createAuthorizationServices(application, { issuer: auth.issuer });
  const { addressOf, clock, keys } = parts;
  const scopes = auth.anonymousScopes ?? anonymousScopes;
  const answer = token(parts, [createAnonymousGrant(parts, scopes, auth.sessionTtl ?? authDefaults.sessionTtl)]);
  return {
    routes: [withinLimits({ method: 'POST', path: '/oauth/token', unlimited: true, answer }, application.http)],
    around: {
      routes: withReadableHost(application.http),
      identify: guardedBy(
        createTokenGuard({
          verifier: new AccessTokenVerifier({ check: createSecretCheck(keys.accessTokens, clock), clock, mode: auth.mode }),
          expectedAt: (exchange) => {
            const { issuer, resource } = addressOf(exchange);
            return { issuer, accepts: (audience) => sameUrl(audience, resource) };
          },
          // There is nowhere to sign in.
          metadataAt: () => undefined,
          withoutToken: createAnonymousCallers({ mode: auth.mode, scopes }),
        }),
      ),
    },
    start: async () => () => parts.store.close(),
  };
});
