import type { AskedAddress } from '../address/server-address.ts';
import type { Client, ClientSource } from './client.ts';

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
