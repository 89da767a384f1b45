import type { IncomingMessage } from 'node:http';
import { addressShareOf } from '../web/address-share.ts';
import { forwardedAddress } from '../web/trust-forwarded-headers.ts';

/**
 * The address whose quota a request of `node:http` uses; undefined where addresses do not distinguish callers.
 * @param trustedProxies how many proxies of the operator's own stand before this server: the address is that of the client before them
 */
export function ownerOf({ headers, socket }: IncomingMessage, trustedProxies: number): string | undefined {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.[0];
  };
  // Without what a proxy writes, the request has not come through one.
  const forwarded = trustedProxies > 0 ? forwardedAddress({ header }, trustedProxies) : undefined;
  const peerAddress = forwarded ?? socket.remoteAddress;
  return addressShareOf({ peerAddress, header });
}
