import type { HttpExchange } from './exchange.ts';

/** A host name or bracketed address with an optional port: nothing that could end the authority of a URL. */
const authorityForm = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Scheme, host and port that a request came to, as browsers print an origin.
 * @param trustedProxies how many items at the end of `X-Forwarded-Host` were written by the operator's own proxies; 0: it is not read
 */
export function requestOrigin(exchange: HttpExchange, trustedProxies: number): string {
  const host = forwardedHost(exchange, trustedProxies) ?? exchange.header('host') ?? '';
  const text = `${exchange.secure ? 'https' : 'http'}://${authorityForm.test(host) ? host : 'localhost'}`;
  return URL.canParse(text) ? new URL(text).origin : 'http://localhost';
}

function forwardedHost(exchange: HttpExchange, trustedProxies: number): string | undefined {
  const header = trustedProxies === 0 ? undefined : exchange.header('x-forwarded-host');
  if (header === undefined) return undefined;
  const items = header.split(',').map((item) => item.trim());
  const item = items[Math.max(0, items.length - trustedProxies)];
  return item === '' ? undefined : item;
}
