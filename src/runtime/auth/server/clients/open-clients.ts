import type { ClientSource } from './client.ts';

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
