import type { HttpExchange } from '../../web/exchange.ts';
import { TokenRefused } from './access-token.ts';
import type { AccessTokenVerifier, Expected } from './access-token.ts';
import { readBearer } from './bearer.ts';
import { refuseToken, refuseWithoutCredentials } from './challenge.ts';
import type { CallerVerdict } from './challenge.ts';

export interface TokenGuardParts {
  readonly verifier: AccessTokenVerifier;
  /** What a token must be for at this request's address. */
  readonly expectedAt: (exchange: HttpExchange) => Expected;
  /** URL of the protected-resource metadata. */
  readonly metadataAt: (exchange: HttpExchange) => string;
}

/** Names the caller of a request by its access token, or refuses it; nobody is anonymous here. */
export function createTokenGuard({
  expectedAt,
  metadataAt,
  verifier,
}: TokenGuardParts): (exchange: HttpExchange) => Promise<CallerVerdict> {
  return async (exchange) => {
    const presented = readBearer(exchange);
    const resourceMetadata = metadataAt(exchange);
    if (presented.kind === 'none') return { answer: refuseWithoutCredentials({ resourceMetadata }) };
    if (presented.kind === 'malformed') return { answer: refuseToken(presented.problem, { resourceMetadata }) };
    try {
      return { auth: await verifier.verify(presented.token, expectedAt(exchange)) };
    } catch (failure) {
      if (failure instanceof TokenRefused) return { answer: refuseToken(failure.message, { resourceMetadata }) };
      throw failure;
    }
  };
}
