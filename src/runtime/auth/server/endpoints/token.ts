import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { answerOAuth } from '../responses/error-response.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { Grant } from '../grants/grant.ts';
import { readParameters } from './parameters.ts';

/** `POST /oauth/token`. */
export function token(server: AuthorizationServices, grants: readonly Grant[]): (exchange: HttpExchange) => Promise<HttpAnswer> {
  const byType = new Map(grants.map((grant) => [grant.type, grant]));
  return (exchange) =>
    answerOAuth(server.logger, async () => {
      const { form, parameters } = await readParameters(exchange);
      const type = parameters.require('grant_type');
      const grant = byType.get(type);
      if (grant === undefined) throw unsupported(type);
      return grant.exchange({ form, exchange, address: server.addressOf(exchange) });
    });
}

const unsupported = (type: string): OAuthProblem =>
  new OAuthProblem(
    'unsupported_grant_type',
    type === 'anonymous' ? 'Anonymous access is not enabled on this server' : 'grant_type must be authorization_code or refresh_token',
  );
