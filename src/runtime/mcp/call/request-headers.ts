import { type RequestContext, parseTraceparent } from '../../define/index.ts';
import type { JsonObject } from '../../model/index.ts';
import type { WorkHold } from '../../web/exchange.ts';

/** Headers and address of the HTTP request that brought a call; an `HttpExchange` is one. Read when asked for: most calls never do. */
export interface RequestHeaders {
  readonly peerAddress?: string | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
  eachHeader(visit: (name: string, value: string) => void): void;
  /** Given by a caller in process, where no request was received. */
  readonly customHeaders?: Readonly<Record<string, string>>;
  /** Id of the connection, where one client has it for itself: stdio. */
  readonly connection?: string;
  readonly hold?: WorkHold;
}

/** Used by calls over stdio and in process, which have no HTTP request. */
export const noRequestHeaders: RequestHeaders = { header: () => undefined, eachHeader: () => undefined };

/** Value of `this.context.metadata`. */
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

/** A copy that outlives the request. */
export function copyRequestHeaders(requestHeaders: RequestHeaders): RequestHeaders {
  const kept = new Map<string, string>();
  requestHeaders.eachHeader((name, value) => {
    if (readable.has(name) || isCustom(name)) kept.set(name, value);
  });
  const { connection, customHeaders, peerAddress } = requestHeaders;
  return {
    ...(connection === undefined ? {} : { connection }),
    peerAddress,
    header: (name) => kept.get(name),
    eachHeader: (visit) => kept.forEach((value, name) => visit(name, value)),
    customHeaders,
  };
}

/** W3C trace context and baggage. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/**
 * The trace context that a call came with: of its `_meta`, else of the HTTP request that carried it. `tracestate` and `baggage` belong to
 * the `traceparent` they came with (W3C Trace Context section 3.3), and nothing malformed is passed on.
 */
export function traceHeadersOf({ http, meta }: { readonly http: RequestHeaders; readonly meta: JsonObject }): TraceHeaders {
  const source: Readonly<Record<keyof TraceHeaders, unknown>> =
    parseTraceparent(meta['traceparent']) === undefined
      ? { traceparent: http.header('traceparent'), tracestate: http.header('tracestate'), baggage: http.header('baggage') }
      : { traceparent: meta['traceparent'], tracestate: meta['tracestate'], baggage: meta['baggage'] };
  const parent = parseTraceparent(source.traceparent);
  if (parent === undefined) return {};
  return {
    traceparent: parent.raw,
    ...(isListText(source.tracestate, 512) ? { tracestate: source.tracestate } : {}),
    ...(isListText(source.baggage, 8192) ? { baggage: source.baggage } : {}),
  };
}

/** Visible ASCII: a value that could break a header never becomes one. */
const isListText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && /^[\x20-\x7e]+$/.test(value);
