import type { PageClient } from './page-types.ts';
import { isLoopbackUri } from '../clients/redirect-uris.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';

/** What a page shows of the client that asks. */
export const pageClientOf = (client: Client, redirectUri: string): PageClient => ({
  clientId: client.clientId,
  clientName: client.clientName,
  ...(client.source === 'cimd' ? { clientHost: new URL(client.clientId).host } : {}),
  ...receiverOf(redirectUri),
  loopbackOnly: client.redirectUris.length > 0 && client.redirectUris.every(isLoopbackUri),
});

/** Who gets the answer. An address that was checked and is not of the web opens an app (RFC 8252 section 7.1). */
export function receiverOf(redirectUri: string): Pick<PageClient, 'redirectHost' | 'toApp'> {
  if (!/^https?:/i.test(redirectUri)) return { redirectHost: redirectUri.replace(/:.*$/s, ':'), toApp: true };
  return { redirectHost: URL.canParse(redirectUri) ? new URL(redirectUri).host : redirectUri };
}

/** Where forms are posted to: a path, so that the browser stays at the address that the person sees. */
export const callbackPathOf = (address: ServerAddress): string => serverPathOf(address, '/oauth/callback');

/** A path of the authorization server as pages of this server name it. */
export const serverPathOf = ({ baseUrl }: ServerAddress, path: string): string => new URL(baseUrl).pathname.replace(/\/$/, '') + path;
