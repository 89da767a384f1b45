import { readClientCredentials } from '../checks/check-client-credentials.ts';
import { checkRefreshingClient } from '../checks/check-refreshing-client.ts';
import { checkGrantedResource } from '../checks/check-granted-resource.ts';
import { checkNarrowedScope } from '../checks/check-narrowed-scope.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { GrantRecord } from '../records/grant-records.ts';
import type { PresentedRefreshToken } from '../records/refresh-tokens.ts';
import type { Grant } from './grant.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { issueTokens } from './issue-tokens.ts';

/** `grant_type=refresh_token`: each token is good once; a retired one that comes back was stolen, from either side, and ends its family. */
export const refreshToken = (server: SignInServer): Grant => ({
  type: 'refresh_token',
  exchange: async ({ address, exchange, form }) => {
    const parameters = new Parameters(form, (message) => new OAuthProblem('invalid_request', message));
    const presented = server.refreshTokens.parse(parameters.require('refresh_token'));
    const credentials = readClientCredentials(exchange, parameters);
    const record = await findGrant(server, presented, address.issuer);
    // Another client's attempt proves nothing about this family, so it changes nothing.
    if (credentials.clientId !== record.clientId) throw new OAuthProblem('invalid_grant', 'Client ID does not match');
    await checkRefreshingClient(credentials, server, address);
    if (presented?.generation !== record.generation) throw await reused(server, record);
    checkGrantedResource(parameters, record.resource);
    const scopes = checkNarrowedScope(parameters, record.scopes);
    const grant = await server.grantRecords.advance(record);
    if (grant === undefined) throw await reused(server, record);
    return issueTokens(server, grant, { address, scopes });
  },
});

const refused = (): OAuthProblem => new OAuthProblem('invalid_grant', 'Refresh token is invalid or expired');

async function findGrant(server: SignInServer, presented: PresentedRefreshToken | undefined, issuer: string): Promise<GrantRecord> {
  const record = presented === undefined ? undefined : await server.grantRecords.find(presented.grantId, issuer);
  if (presented === undefined || record === undefined || !(await server.refreshTokens.isGenuine(presented, record))) throw refused();
  if (record.cancelled === true || server.grantRecords.isOver(record)) throw refused();
  return record;
}

async function reused(server: SignInServer, { clientId, id }: GrantRecord): Promise<OAuthProblem> {
  await server.grantRecords.cancel(id);
  server.logger.warn('a refresh token was used twice: its whole family is cancelled', { clientId });
  return refused();
}
