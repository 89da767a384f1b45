import type { PageClient } from './page-types.ts';
import { shownText } from './shown-text.ts';

/** Who asks. The name is only claimed; the hosts are what a person can check, so they are always there. */
export function clientNotice(client: PageClient, serverName: string): string {
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
