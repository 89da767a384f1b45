import type { AuthContext } from '../../define/auth-context.ts';
import type { HttpExchange } from '../../web/exchange.ts';
import { TokenRefused, type AccessTokenVerifier, type Expected } from './access-token.ts';
import { readBearer } from './bearer.ts';
import { refuseScope, refuseToken, refuseWithoutCredentials, type CallerVerdict } from './challenge.ts';

export interface TokenGuardOptions {
  readonly verifier: AccessTokenVerifier;
  /** What a token must be for at this request's address. */
  readonly expectedAt: (exchange: HttpExchange) => Expected | Promise<Expected>;
  /** URL of the protected-resource metadata; undefined where there is none. */
  readonly metadataAt: (exchange: HttpExchange) => string | undefined;
  /** Who a request without a token is made for; refused when absent. */
  readonly withoutToken?: (exchange: HttpExchange) => Promise<AuthContext>;
  /** Scopes that every token must have. */
  readonly requiredScopes?: readonly string[];
}

/** Names the caller of a request by its access token, or refuses it. A token that is not accepted is never taken for none. */
export function createTokenGuard({
  expectedAt,
  metadataAt,
  requiredScopes = [],
  verifier,
  withoutToken,
}: TokenGuardOptions): (exchange: HttpExchange) => Promise<CallerVerdict> {
  return async (exchange) => {
    const presented = readBearer(exchange);
    if (presented.kind === 'none' && withoutToken !== undefined) return { auth: await withoutToken(exchange) };
    const url = metadataAt(exchange);
    const challenge = url === undefined ? {} : { resourceMetadata: url };
    if (presented.kind === 'none')
      return { answer: refuseWithoutCredentials(requiredScopes.length === 0 ? challenge : { ...challenge, scopes: requiredScopes }) };
    if (presented.kind === 'malformed') return { answer: refuseToken(presented.problem, challenge) };
    try {
      const auth = await verifier.verify(presented.token, await expectedAt(exchange));
      return auth.hasAllScopes(...requiredScopes) ? { auth } : { answer: refuseScope(requiredScopes, challenge) };
    } catch (failure) {
      if (failure instanceof TokenRefused) return { answer: refuseToken(failure.message, challenge) };
      throw failure;
    }
  };
}
