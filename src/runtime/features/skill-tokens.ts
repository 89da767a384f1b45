import { AccessTokenVerifier, TokenRefused } from '../auth/verify/access-token.ts';
import { IdentityProvider, keysFreshMs } from '../auth/verify/identity-provider.ts';
import { sameUrl } from '../auth/server/address/urls.ts';
import { configInvalid } from '../errors/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tokens that readers of skills bring over HTTP (`skillsConfig: { auth: 'bearer' }`). */
export const skillTokens = defineFeature('skill-tokens', ({ http, runtime }) => {
  const { auth, enabled, jwt } = runtime.declared.skillsConfig ?? {};
  if (auth !== 'bearer' || enabled !== true) return {};
  if (jwt === undefined) throw configInvalid('skillsConfig.auth is bearer: set skillsConfig.jwt.issuer');
  // A token for another server is no token for this one, and what a request says of its own address proves nothing.
  const audience = jwt.audience ?? http.publicUrl;
  if (audience === undefined) throw configInvalid('skillsConfig.jwt has no audience: set skillsConfig.jwt.audience, or SERVICE_PUBLIC_URL');
  const provider = new IdentityProvider({
    provider: jwt.issuer,
    config: jwt.jwksUrl === undefined ? {} : { jwksUri: jwt.jwksUrl },
    clock: runtime.now,
    fetch: (input, init) => fetch(input, init),
  });
  const verifier = new AccessTokenVerifier({ check: provider.check, clock: runtime.now, mode: 'bearer', rememberMs: keysFreshMs });
  const accepts = (one: string): boolean => one === audience || sameUrl(one, audience);
  return {
    provides: {
      skillTokens: async (token) => {
        try {
          return await verifier.verify(token, { issuer: jwt.issuer, issuers: await provider.issuers(), accepts });
        } catch (failure) {
          if (failure instanceof TokenRefused) return undefined;
          throw failure;
        }
      },
    },
  };
});
