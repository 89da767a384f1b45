import type { HttpExchange } from './exchange.ts';

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
