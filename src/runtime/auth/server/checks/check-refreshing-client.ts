import { OAuthProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';
import type { ClientCredentials } from './check-client-credentials.ts';
import { checkGrantedClient } from './check-granted-client.ts';

/** Who may go on: a client that the operator has taken away, or off the list, ends here and not with its last token. */
export async function checkRefreshingClient(
  credentials: ClientCredentials,
  server: Pick<SignInServer, 'clientSources' | 'settings'>,
  address: ServerAddress,
): Promise<void> {
  const client = await checkGrantedClient(credentials, server, address);
  const { allowedClientIds } = server.settings.registration;
  if (client !== undefined && allowedClientIds !== undefined && !allowedClientIds.includes(client.clientId))
    throw new OAuthProblem('unauthorized_client', `Client ${client.clientId} may not sign in here`);
}
