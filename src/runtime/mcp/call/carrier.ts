import type { RequestContext } from '../../define/index.ts';
import type { WorkHold } from '../../web/exchange.ts';

/** The HTTP request that carried a call, as far as calls may know it: an `HttpExchange` as it is. Read when asked for, for most never look. */
export interface Carrier {
  readonly peerAddress?: string | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
  eachHeader(visit: (name: string, value: string) => void): void;
  /** Where nothing was carried and they were given as they are. */
  readonly customHeaders?: Readonly<Record<string, string>>;
  readonly hold?: WorkHold;
}

/** Of calls over stdio and in process. */
export const noCarrier: Carrier = { header: () => undefined, eachHeader: () => undefined };

/** What `this.context.metadata` holds. */
export function metadataOf(carrier: Carrier): RequestContext['metadata'] {
  const facts = {
    userAgent: carrier.header('user-agent'),
    contentType: carrier.header('content-type'),
    accept: carrier.header('accept'),
    clientIp: carrier.peerAddress,
  };
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { ...given, customHeaders: carrier.customHeaders ?? customHeadersOf(carrier) };
}

const isCustom = (name: string): boolean => name.startsWith('x-service-');

function customHeadersOf(carrier: Carrier): Record<string, string> {
  const custom: Record<string, string> = {};
  carrier.eachHeader((name, value) => {
    if (isCustom(name)) custom[name] = value;
  });
  return custom;
}

/** Headers that calls may ask for by name, and those that tell of a proxy; what signs a caller in is none of them. */
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

/** The same after the request is over: the facts without the exchange. */
export function keptCarrier(carrier: Carrier): Carrier {
  const kept = new Map<string, string>();
  carrier.eachHeader((name, value) => {
    if (readable.has(name) || isCustom(name)) kept.set(name, value);
  });
  const { customHeaders, peerAddress } = carrier;
  return {
    peerAddress,
    header: (name) => kept.get(name),
    eachHeader: (visit) => kept.forEach((value, name) => visit(name, value)),
    ...(customHeaders === undefined ? {} : { customHeaders }),
  };
}
