import { hashTextsEqual, sha256Text } from '../../../std/index.ts';
import { checkGrantedClient } from '../checks/check-granted-client.ts';
import { readClientCredentials } from '../checks/check-client-credentials.ts';
import { checkGrantedResource } from '../checks/check-granted-resource.ts';
import { checkPkceVerifier } from '../checks/check-pkce-verifier.ts';
import { Parameters } from '../endpoints/parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';
import type { GrantRecord } from '../records/grant-records.ts';
import type { Grant } from './grant.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { issueTokens } from './issue-tokens.ts';

/** `grant_type=authorization_code`: everything is checked before the code is used, so that a mistake leaves it good. */
export const authorizationCode = (server: SignInServer): Grant => ({
  type: 'authorization_code',
  exchange: async ({ address, exchange, form }) => {
    const parameters = new Parameters(form, (message) => new OAuthProblem('invalid_request', message));
    const code = parameters.require('code');
    const credentials = readClientCredentials(exchange, parameters);
    const { clientId } = credentials;
    const given = { code, clientId, redirectUri: parameters.get('redirect_uri'), verifier: parameters.get('code_verifier') };
    const grant = await useCode(server, { issuer: address.issuer, ...given }, async ({ resource }) => {
      await checkGrantedClient(credentials, server, address);
      checkGrantedResource(parameters, resource);
    });
    await server.registered.keep(clientId);
    return issueTokens(server, grant, { address, scopes: grant.scopes });
  },
});

interface CodeUse {
  readonly code: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string | undefined;
}

/**
 * Uses a code up.
 * @param check further checks, once the code is found to belong to the client
 * @throws {OAuthProblem} for one that is unknown, used, or another's
 */
export async function useCode(
  server: SignInServer,
  { clientId, code, issuer, redirectUri, verifier }: CodeUse,
  check: (record: GrantRecord) => Promise<void> = async () => undefined,
): Promise<GrantRecord> {
  const record = await findCode(server, code, issuer);
  await checkUnused(server, record);
  if (clientId !== record.clientId) throw new OAuthProblem('invalid_grant', 'Client ID does not match');
  await check(record);
  if (redirectUri !== record.redirectUri) throw new OAuthProblem('invalid_grant', 'Redirect URI does not match');
  await checkPkceVerifier(verifier, record.codeChallenge);
  const grant = await server.grantRecords.advance(record);
  // Somebody used it between the look and the swap: this request is the replay.
  if (grant === undefined) throw await replayed(server, record);
  return grant;
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
