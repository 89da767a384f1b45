import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { readForm } from '../../../web/form.ts';
import { answerOAuth } from '../error-response.ts';
import { Parameters } from '../parameters.ts';
import { OAuthProblem } from '../problems.ts';
import type { AuthorizationParts, Grant } from '../sign-in-parts.ts';

/** Bytes; the longest parameter is a client id that is a URL. */
const mostFormBytes = 65_536;

/** `POST /oauth/token`: parameters are read from the body alone, because addresses end in logs. */
export function token(server: AuthorizationParts, grants: readonly Grant[]): (exchange: HttpExchange) => Promise<HttpAnswer> {
  const byType = new Map(grants.map((grant) => [grant.type, grant]));
  return (exchange) =>
    answerOAuth(server.logger, async () => {
      const body = await readForm(exchange, mostFormBytes);
      if (!('form' in body)) throw new OAuthProblem('invalid_request', body.problem, { status: body.status });
      const { form } = body;
      const type = new Parameters(form, (message) => new OAuthProblem('invalid_request', message)).require('grant_type');
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
