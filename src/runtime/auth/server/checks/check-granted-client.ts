import { findClient } from '../clients/find-client.ts';
import { OAuthProblem, SignInProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import { checkClientCredentials, type ClientCredentials } from './check-client-credentials.ts';

/**
 * The client of a grant that exists: its secret is checked, and it must still be known here. A client that a document on the web vouches for
 * was judged when it signed in and has no secret; its grant does not end because that document is away for a while.
 * @returns undefined for such a client
 */
export async function checkGrantedClient(
  credentials: ClientCredentials,
  { clientSources }: Pick<SignInServer, 'clientSources'>,
  address: ServerAddress,
): Promise<Client | undefined> {
  const { clientId } = credentials;
  const remote = clientSources.findIndex((source) => source.vouchesFor?.(clientId) === true);
  const local = remote < 0 ? clientSources : clientSources.slice(0, remote);
  if (remote >= 0 && (await findClient(local, clientId, address)) === undefined) return undefined;
  try {
    return await checkClientCredentials(credentials, { clientSources: local }, address);
  } catch (failure) {
    // A kind of client that is not taken any more.
    if (failure instanceof SignInProblem) throw new OAuthProblem('invalid_client', failure.message, { status: 401 });
    throw failure;
  }
}
