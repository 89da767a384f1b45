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

/**
 * Makes a request say who sent it to the outermost of the operator's own proxies (`SERVICE_TRUST_PROXY`). Each proxy appends who spoke to
 * it to `X-Forwarded-For`, so only that many items from the end are true; everything before them may have been written by the client.
 */
export function trustForwardedHeaders(exchange: HttpExchange, proxies: number): void {
  Object.defineProperties(exchange, {
    peerAddress: { value: forwardedAddress(exchange, proxies) },
    secure: { value: exchange.secure || /^https$/i.test(forwardedScheme(exchange, proxies) ?? '') },
  });
}

/** The client of the outermost trusted proxy; undefined when the header has fewer items than there are proxies. */
export const forwardedAddress = (request: Pick<HttpExchange, 'header'>, proxies: number): string | undefined =>
  addressFrom(forwardedItems(request, 'x-forwarded-for').at(-proxies));

/** The scheme that the outermost trusted proxy wrote; a single value counts for all proxies. */
function forwardedScheme(exchange: HttpExchange, proxies: number): string | undefined {
  const items = forwardedItems(exchange, 'x-forwarded-proto');
  return items.at(-proxies) ?? items[0];
}

const forwardedItems = (exchange: Pick<HttpExchange, 'header'>, name: string): readonly string[] =>
  (exchange.header(name) ?? '').split(',').map((item) => item.trim());

/** An address out of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711`; a zone is of the proxy's own and no list of addresses has it. */
function addressFrom(item = ''): string | undefined {
  const unzoned = item.replace(/%[^\]]*/, '');
  const [, bracketed, plain] = /^(?:\[([0-9A-Fa-f:.]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?)$/.exec(unzoned) ?? [];
  const address = bracketed ?? plain ?? unzoned;
  return /^[0-9A-Fa-f:.]+$/.test(address) ? address : undefined;
}
