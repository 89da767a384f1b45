import type { HttpExchange } from './exchange.ts';

/** A host name or bracketed address with an optional port: nothing that could end the authority of a URL. */
const authorityForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i;

/**
 * Scheme, host and port that a request came to, as browsers print an origin.
 * @param trustedProxies how many items at the end of `X-Forwarded-Host` were written by the operator's own proxies; 0: it is not read
 */
export function requestOrigin(exchange: HttpExchange, trustedProxies: number): string {
  const host = requestHost(exchange, trustedProxies);
  return isHost(host) ? new URL(`${exchange.secure ? 'https' : 'http'}://${host}`).origin : 'http://localhost';
}

/** The host that a request names; empty without one, as on a socket file. */
export const requestHost = (exchange: HttpExchange, trustedProxies: number): string =>
  forwardedHost(exchange, trustedProxies) ?? exchange.header('host') ?? '';

/** Whether there could be such a host, in the form of RFC 9112 section 3.2 and as names and addresses are written. */
export const isHost = (text: string): boolean => authorityForm.test(text) && URL.canParse(`http://${text}`);

/** Whether it is a host in the one spelling that URLs keep: others (`0x7f.1`) are read as another host. */
export const isOwnHost = (text: string): boolean =>
  isHost(text) && new URL(`http://${text}`).hostname === text.replace(/:\d*$/, '').toLowerCase();

function forwardedHost(exchange: HttpExchange, trustedProxies: number): string | undefined {
  const header = trustedProxies === 0 ? undefined : exchange.header('x-forwarded-host');
  if (header === undefined) return undefined;
  const items = header.split(',').map((item) => item.trim());
  const item = items[Math.max(0, items.length - trustedProxies)];
  return item === '' ? undefined : item;
}
