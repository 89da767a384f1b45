import type { HttpAnswer } from '../../../web/exchange.ts';
import { answerJson } from '../../../web/json-answer.ts';
import { noStore } from '../responses/error-response.ts';
import { accessTokenSeconds } from '../tokens/lifetimes.ts';
import type { GrantRecord } from '../records/grant-records.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

/** The answer of a grant that has just moved on: an access token, and the refresh token of the new generation. */
export async function issueTokens(
  server: SignInServer,
  grant: GrantRecord,
  { address, scopes }: { readonly address: ServerAddress; readonly scopes: readonly string[] },
): Promise<HttpAnswer> {
  const { claims, clientId, resource, user } = grant;
  const { email, name, picture, sub } = user;
  const own = { ...given('email', email), ...given('name', name), ...given('picture', picture), client_id: clientId };
  const [accessToken, refreshToken] = await Promise.all([
    server.accessTokens.sign({
      sub,
      issuer: address.issuer,
      audience: resource,
      scopes,
      lifetimeSeconds: accessTokenSeconds,
      claims: { ...claims, ...own },
    }),
    server.refreshTokens.print(grant),
  ]);
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
  return answerJson(200, body, noStore);
}

const given = (name: string, value: string | undefined): Record<string, string> => (value === undefined ? {} : { [name]: value });
