import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { AccessTokenVerifier, TokenRefused } from '../../verify/access-token.ts';
import { createSecretCheck } from '../../verify/secret-check.ts';
import { readClientCredentials } from '../checks/check-client-credentials.ts';
import { checkGrantedClient } from '../checks/check-granted-client.ts';
import { readParameters } from '../endpoints/read-parameters.ts';
import { answerOAuth, noStore } from '../responses/error-response.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { grantClaim } from '../records/grant-records.ts';

/** Whose a token is, and the grant it came from. */
interface TokenOwner {
  readonly clientId: unknown;
  readonly grantId: unknown;
}

/**
 * `POST /oauth/revoke` (RFC 7009): a client ends its grant by either of its tokens. `token_type_hint` is not read: the two kinds cannot be
 * taken for each other. What is no token of this server is answered as if it had been revoked, so that callers cannot probe which tokens exist.
 */
export function revoke(server: SignInServer): (exchange: HttpExchange) => Promise<HttpAnswer> {
  const { clock, grantRecords, keys, logger } = server;
  const verifier = new AccessTokenVerifier({ check: createSecretCheck(keys.accessTokens, clock), clock, mode: 'local' });
  const findOwner = async (token: string, issuer: string): Promise<TokenOwner | undefined> =>
    (await ownerOfRefreshToken(server, token, issuer)) ?? (await ownerOfAccessToken(verifier, token, issuer));
  return (exchange) =>
    answerOAuth(logger, async () => {
      const { parameters } = await readParameters(exchange);
      const address = server.addressOf(exchange);
      const token = parameters.require('token');
      const credentials = readClientCredentials(exchange, parameters);
      await checkGrantedClient(credentials, server, address);
      const owner = await findOwner(token, address.issuer);
      if (owner === undefined) return revoked;
      if (owner.clientId !== credentials.clientId) throw new OAuthProblem('invalid_grant', 'Client ID does not match');
      if (typeof owner.grantId !== 'string')
        throw new OAuthProblem('unsupported_token_type', 'This access token belongs to no grant: it ends when it expires');
      await grantRecords.cancel(owner.grantId);
      logger.info('a client revoked its grant', { clientId: credentials.clientId });
      return revoked;
    });
}

const revoked: HttpAnswer = { status: 200, headers: noStore };

/** A retired token counts too: its holder may end the family, as reusing it would. */
async function ownerOfRefreshToken(server: SignInServer, token: string, issuer: string): Promise<TokenOwner | undefined> {
  const presented = server.refreshTokens.parse(token);
  const grant = presented === undefined ? undefined : await server.grantRecords.find(presented.grantId, issuer);
  if (presented === undefined || grant === undefined || !(await server.refreshTokens.isGenuine(presented, grant))) return undefined;
  return { clientId: grant.clientId, grantId: grant.id };
}

async function ownerOfAccessToken(verifier: AccessTokenVerifier, token: string, issuer: string): Promise<TokenOwner | undefined> {
  try {
    const { claims } = await verifier.verify(token, { issuer, accepts: () => true });
    return { clientId: claims['client_id'], grantId: claims[grantClaim] };
  } catch (failure) {
    if (failure instanceof TokenRefused) return undefined;
    throw failure;
  }
}
