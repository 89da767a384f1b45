import { answerJson } from '../../../web/json-answer.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { noStore } from '../responses/error-response.ts';
import { anonymousTokenSeconds } from '../tokens/lifetimes.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { Grant } from './grant.ts';
import { sameUrl } from '../address/urls.ts';

/**
 * `grant_type=anonymous`: a token without sign-in and without a refresh token.
 * @param lifetimeSeconds a day when absent
 */
export function createAnonymousGrant(
  { clock, keys }: AuthorizationServices,
  anonymousScopes: readonly string[],
  lifetimeSeconds: number = anonymousTokenSeconds,
): Grant {
  const tokens = new AccessTokens(keys, clock);
  return {
    type: 'anonymous',
    exchange: async ({ address, form }) => {
      const parameters = new Parameters(form, (message) => new OAuthProblem('invalid_request', message));
      const clientId = parameters.require('client_id');
      if (clientId.length > 2048) throw new OAuthProblem('invalid_request', 'client_id is too long');
      const asked = parameters.get('resource');
      if (asked !== undefined && !sameUrl(asked, address.resource)) throw new OAuthProblem('invalid_target', 'resource is not this server');
      const accessToken = await tokens.sign({
        sub: `anon:${crypto.randomUUID()}`,
        issuer: address.issuer,
        audience: address.resource,
        scopes: anonymousScopes,
        lifetimeSeconds,
        claims: { anonymous: true, client_id: clientId },
      });
      const body = { access_token: accessToken, token_type: 'Bearer', expires_in: lifetimeSeconds, scope: anonymousScopes.join(' ') };
      return answerJson(200, body, noStore);
    },
  };
}
