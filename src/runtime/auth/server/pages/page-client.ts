import type { PageClient } from './page-types.ts';
import { isLoopbackUri } from '../clients/redirect-uris.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { Client } from '../clients/client.ts';
import { shownText } from './page-parts.ts';

/** What a page shows of the client that asks. */
export const pageClientOf = (client: Client, redirectUri: string): PageClient => ({
  clientId: client.clientId,
  ...(client.clientName === undefined ? {} : { clientName: client.clientName }),
  ...(client.source === 'cimd' ? { clientHost: new URL(client.clientId).host } : {}),
  ...receiverOf(redirectUri),
  ...(client.source === 'page' ? { isPage: true } : {}),
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

/** Who asks. The name is only claimed; the hosts are what a person can check, so they are always there. */
export function clientNotice(client: PageClient, serverName: string): string {
  if (client.isPage === true) return `<p>Sign in to open a page of <strong>${shownText(serverName)}</strong>.</p>`;
  const name = shownText(client.clientName ?? client.clientHost ?? client.clientId);
  const rows = [
    ...(client.clientHost === undefined ? [] : [row('Published at', client.clientHost)]),
    row('Returns to', client.toApp === true ? `the app on this device that opens ${client.redirectHost} addresses` : client.redirectHost),
  ].join('\n');
  return `<p><strong>${name}</strong> asks for access to <strong>${shownText(serverName)}</strong>.</p>
<dl>
${rows}
</dl>${client.toApp === true ? appWarning : client.loopbackOnly ? loopbackWarning : ''}`;
}

const row = (term: string, text: string): string => `<dt>${term}</dt>\n<dd>${shownText(text)}</dd>`;

/** Every program of a computer can listen there: the name of the client proves nothing. */
const loopbackWarning = `
<p class="note">The answer goes to a program on this computer. Any program here could claim this name: go on only if you just started it yourself.</p>`;

/** Several apps of a device can register one scheme. */
const appWarning = `
<p class="note">The answer goes to an app on this device. Another app here could open the same addresses: go on only if you just started it yourself.</p>`;
