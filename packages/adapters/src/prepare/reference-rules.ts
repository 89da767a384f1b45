import { isPublicHost } from '@service/sdk/internal';
import type { ReferenceResolution } from '../openapi-options.ts';
import { DocumentFault } from './read-document.ts';

/** @throws {DocumentFault} for a document of the network that `loadOptions.refResolution` does not allow */
export function checkNetworkReference(address: string, rules: ReferenceResolution): void {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return;
  const { hostname, protocol } = new URL(address);
  const { allowedHosts, allowedProtocols = [], allowInternalIPs = false, blockedHosts = [] } = rules;
  const refuse = (why: string): DocumentFault =>
    new DocumentFault(`the reference to ${address} is refused: ${why} of loadOptions.refResolution`);
  const name = protocol.slice(0, -1);
  if (!(allowedProtocols as readonly string[]).includes(name)) throw refuse(`"${name}" is not among allowedProtocols`);
  if (blockedHosts.includes(hostname)) throw refuse(`${hostname} is among blockedHosts`);
  if (allowedHosts !== undefined && !allowedHosts.includes(hostname)) throw refuse(`${hostname} is not among allowedHosts`);
  if (!allowInternalIPs && !isPublicHost(hostname)) throw refuse(`${hostname} is no public host, and there is no allowInternalIPs`);
}
