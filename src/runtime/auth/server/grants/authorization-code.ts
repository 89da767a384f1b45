import { hashTextsEqual, sha256Text } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { checkGrantedClient } from '../checks/check-granted-client.ts';
import { readClientCredentials } from '../checks/check-client-credentials.ts';
import type { ClientCredentials } from '../checks/check-client-credentials.ts';
import { checkGrantedResource } from '../checks/check-granted-resource.ts';
import { checkPkceVerifier } from '../checks/check-pkce-verifier.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { GrantRecord } from '../records/grant-records.ts';
import type { Grant, GrantRequest } from './grant.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { issueTokens } from './issue-tokens.ts';

/** `grant_type=authorization_code`: everything is checked before the code is used, so that a mistake leaves it good. */
export const authorizationCode = (server: SignInServer): Grant => ({
  type: 'authorization_code',
  exchange: async (request) => {
    const parameters = new Parameters(request.form, (message) => new OAuthProblem('invalid_request', message));
    const code = parameters.require('code');
    const credentials = readClientCredentials(request.exchange, parameters);
    const record = await findCode(server, code, request.address.issuer);
    await checkUnused(server, record);
    return exchange(server, { request, parameters, credentials, record });
  },
});

interface Exchange {
  readonly request: GrantRequest;
  readonly parameters: Parameters;
  readonly credentials: ClientCredentials;
  readonly record: GrantRecord;
}

async function exchange(server: SignInServer, { credentials, parameters, record, request }: Exchange): Promise<HttpAnswer> {
  if (credentials.clientId !== record.clientId) throw new OAuthProblem('invalid_grant', 'Client ID does not match');
  await checkGrantedClient(credentials, server, request.address);
  if (parameters.get('redirect_uri') !== record.redirectUri) throw new OAuthProblem('invalid_grant', 'Redirect URI does not match');
  await checkPkceVerifier(parameters.get('code_verifier'), record.codeChallenge);
  checkGrantedResource(parameters, record.resource);
  const grant = await server.grantRecords.advance(record);
  // Somebody used it between the look and the swap: this request is the replay.
  if (grant === undefined) throw await replayed(server, record);
  await server.registered.keep(record.clientId);
  return issueTokens(server, grant, { address: request.address, scopes: grant.scopes });
}

const unknownCode = (): OAuthProblem => new OAuthProblem('invalid_grant', 'Authorization code is invalid or expired');

async function findCode(server: SignInServer, code: string, issuer: string): Promise<GrantRecord> {
  const [id = '', secret = '', ...further] = code.split('.');
  const record = further.length > 0 ? undefined : await server.grantRecords.find(id, issuer);
  if (record === undefined || !hashTextsEqual(await sha256Text(secret), record.codeHash)) throw unknownCode();
  return record;
}

/** A used code leaves a tombstone: its reuse revokes the grant that it began. */
async function checkUnused(server: SignInServer, record: GrantRecord): Promise<void> {
  if (record.generation > 0) throw await replayed(server, record);
  if (server.grantRecords.isOver(record)) throw unknownCode();
}

async function replayed(server: SignInServer, { clientId, id }: GrantRecord): Promise<OAuthProblem> {
  await server.grantRecords.cancel(id);
  server.logger.warn('an authorization code was used twice: its tokens are cancelled', { clientId });
  return new OAuthProblem('invalid_grant', 'Authorization code has already been used');
}
