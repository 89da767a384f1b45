import { parseTraceparent } from '../../define/index.ts';
import type { CallRequest, TraceHeaders } from './call-request.ts';

/**
 * The trace context that a call came with: of its `_meta`, else of the HTTP request that carried it. `tracestate` and `baggage` belong to
 * the `traceparent` they came with (W3C Trace Context section 3.3), and nothing malformed is passed on.
 */
export function traceHeadersOf({ http, meta }: Pick<CallRequest, 'http' | 'meta'>): TraceHeaders {
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
