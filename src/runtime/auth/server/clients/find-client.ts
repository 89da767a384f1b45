import type { AskedAddress } from '../address/server-address.ts';
import type { Client, ClientSource } from './client.ts';
import type { DeclaredClient } from '../../../define/client-options.ts';
import { configInvalid } from '../../../errors/index.ts';
import { sha256Text, withoutUndefined } from '../../../std/index.ts';
import { redirectUriProblem } from '../../../options/redirect-values.ts';

/** Characters; ids of metadata documents are URLs. */
const maxIdLength = 2048;

/** The client of an id, asked of one source after the other. */
export async function findClient(sources: readonly ClientSource[], clientId: string, address: AskedAddress): Promise<Client | undefined> {
  if (clientId.length > maxIdLength) return undefined;
  for (const source of sources) {
    const client = await source.find(clientId, address);
    if (client !== undefined) return client;
  }
  return undefined;
}

/** Every id, with `requireRegisteredClients: false` (development only): the last source to be asked. */
export const openClients: ClientSource = {
  find: (clientId) =>
    Promise.resolve({
      clientId,
      redirectUris: [],
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      source: 'open',
    }),
};

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
  return withoutUndefined<Client>({
    clientId,
    redirectUris,
    clientName,
    scope,
    secretHash: clientSecret === undefined ? undefined : await sha256Text(clientSecret),
    tokenEndpointAuthMethod: client.tokenEndpointAuthMethod ?? (clientSecret === undefined ? 'none' : 'client_secret_post'),
    grantTypes: client.grantTypes ?? ['authorization_code', 'refresh_token'],
    responseTypes: client.responseTypes ?? ['code'],
    source: 'options',
  });
}
