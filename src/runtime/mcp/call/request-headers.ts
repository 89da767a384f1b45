import type { RequestContext } from '../../define/index.ts';
import type { WorkHold } from '../../web/exchange.ts';

/** Headers and address of the HTTP request that brought a call; an `HttpExchange` is one. Read when asked for: most calls never do. */
export interface RequestHeaders {
  readonly peerAddress?: string | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
  eachHeader(visit: (name: string, value: string) => void): void;
  /** Given by a caller in process, where no request was received. */
  readonly customHeaders?: Readonly<Record<string, string>>;
  readonly hold?: WorkHold;
}

/** Of calls over stdio and in process, which have no HTTP request. */
export const noRequestHeaders: RequestHeaders = { header: () => undefined, eachHeader: () => undefined };

/** What `this.context.metadata` holds. */
export function metadataOf(requestHeaders: RequestHeaders): RequestContext['metadata'] {
  const facts = {
    userAgent: requestHeaders.header('user-agent'),
    contentType: requestHeaders.header('content-type'),
    accept: requestHeaders.header('accept'),
    clientIp: requestHeaders.peerAddress,
  };
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { ...given, customHeaders: requestHeaders.customHeaders ?? customHeadersOf(requestHeaders) };
}

const isCustom = (name: string): boolean => name.startsWith('x-service-');

function customHeadersOf(requestHeaders: RequestHeaders): Record<string, string> {
  const custom: Record<string, string> = {};
  requestHeaders.eachHeader((name, value) => {
    if (isCustom(name)) custom[name] = value;
  });
  return custom;
}

/** Headers that calls may ask for by name, and those of proxies; never those that carry credentials. */
const readable: ReadonlySet<string> = new Set([
  'user-agent',
  'content-type',
  'accept',
  'traceparent',
  'tracestate',
  'baggage',
  'x-forwarded-for',
  'forwarded',
]);

/** A copy that outlives the request: the facts without the exchange. */
export function copyRequestHeaders(requestHeaders: RequestHeaders): RequestHeaders {
  const kept = new Map<string, string>();
  requestHeaders.eachHeader((name, value) => {
    if (readable.has(name) || isCustom(name)) kept.set(name, value);
  });
  const { customHeaders, peerAddress } = requestHeaders;
  return {
    peerAddress,
    header: (name) => kept.get(name),
    eachHeader: (visit) => kept.forEach((value, name) => visit(name, value)),
    customHeaders,
  };
}
