import { findClient } from '../clients/find-client.ts';
import { OAuthProblem, SignInProblem } from '../problems.ts';
import type { Client, ServerAddress } from '../sign-in-parts.ts';
import type { SignInServer } from '../sign-in-server.ts';
import { checkClientCredentials, type ClientCredentials } from './check-client-credentials.ts';

/**
 * Who may go on: a client that the operator has taken away, or off the list, ends here and not with its last token. One that a document on
 * the web vouches for was judged when it signed in: that document may be away for a while, and a refresh must not fail of it.
 */
export async function checkRefreshingClient(
  credentials: ClientCredentials,
  { clientSources, settings }: Pick<SignInServer, 'clientSources' | 'settings'>,
  address: ServerAddress,
): Promise<void> {
  const { clientId } = credentials;
  const remote = clientSources.findIndex((source) => source.vouchesFor?.(clientId) === true);
  const local = remote < 0 ? clientSources : clientSources.slice(0, remote);
  if (remote >= 0 && (await findClient(local, clientId, address)) === undefined) return;
  const client = await ownClient(credentials, local, address);
  const { allowedClientIds } = settings.registration;
  if (allowedClientIds !== undefined && !allowedClientIds.includes(client.clientId))
    throw new OAuthProblem('unauthorized_client', `Client ${client.clientId} may not sign in here`);
}

async function ownClient(
  credentials: ClientCredentials,
  clientSources: SignInServer['clientSources'],
  address: ServerAddress,
): Promise<Client> {
  try {
    return await checkClientCredentials(credentials, { clientSources }, address);
  } catch (failure) {
    // A kind of client that is not taken any more.
    if (failure instanceof SignInProblem) throw new OAuthProblem('invalid_client', failure.message, { status: 401 });
    throw failure;
  }
}
