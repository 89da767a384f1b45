import type { DeclaredClient } from '../../../define/client-options.ts';
import { configInvalid } from '../../../errors/index.ts';
import { sha256Text } from '../../../std/index.ts';
import { redirectUriProblem } from '../../../options/redirect-values.ts';
import type { Client, ClientSource } from './client.ts';

/**
 * Clients that the options name (`dcr.clients`).
 * @throws {ServiceError} CONFIG_INVALID for a redirect URI that no client may have, or an id that is there twice
 */
export function createDeclaredClients(declared: readonly DeclaredClient[], privateUseSchemes: readonly string[] = []): ClientSource {
  const byId = new Map<string, DeclaredClient>();
  for (const client of declared) {
    const problem = problemOf(client, privateUseSchemes) ?? (byId.has(client.clientId) ? 'is there twice' : undefined);
    if (problem !== undefined) throw configInvalid(`auth.dcr.clients: "${client.clientId}" ${problem}`);
    byId.set(client.clientId, client);
  }
  const known = new Map<string, Promise<Client>>();
  return {
    find: async (clientId) => {
      const client = byId.get(clientId);
      if (client === undefined) return undefined;
      const made = known.get(clientId) ?? describe(client);
      known.set(clientId, made);
      return made;
    },
  };
}

function problemOf({ clientId, redirectUris }: DeclaredClient, privateUseSchemes: readonly string[]): string | undefined {
  if (clientId === '') return 'has no id';
  if (redirectUris.length === 0) return 'has no redirectUris';
  return redirectUris.map((uri) => redirectUriProblem(uri, privateUseSchemes)).find((problem) => problem !== undefined);
}

async function describe(client: DeclaredClient): Promise<Client> {
  const { clientId, clientName, clientSecret, redirectUris, scope } = client;
  return {
    clientId,
    redirectUris,
    ...(clientName === undefined ? {} : { clientName }),
    ...(scope === undefined ? {} : { scope }),
    ...(clientSecret === undefined ? {} : { secretHash: await sha256Text(clientSecret) }),
    tokenEndpointAuthMethod: client.tokenEndpointAuthMethod ?? (clientSecret === undefined ? 'none' : 'client_secret_post'),
    grantTypes: client.grantTypes ?? ['authorization_code', 'refresh_token'],
    responseTypes: client.responseTypes ?? ['code'],
    source: 'options',
  };
}
