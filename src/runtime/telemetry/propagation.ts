import { decodePercent } from '../std/index.ts';
import {
  baggageEntryMetadataFromString,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  trace,
  type BaggageEntry,
  type Context,
  type TraceState,
} from '@opentelemetry/api';
import { parseTraceparent } from '../define/index.ts';
import type { TraceHeaders } from '../mcp/call/request-headers.ts';

/** The trace context of request headers, as parent for spans; `base` for invalid headers. */
export function contextFrom(headers: TraceHeaders, base: Context = ROOT_CONTEXT): Context {
  const parent = parseTraceparent(headers.traceparent);
  if (parent === undefined) return base;
  const { flags, parentId: spanId, traceId } = parent;
  const traceState = headers.tracestate === undefined ? {} : { traceState: new TraceStateText(headers.tracestate) };
  // Of the flags only "sampled" is known (W3C Trace Context section 3.2.2.5.1).
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const within = trace.setSpanContext(base, { traceId, spanId, traceFlags, isRemote: true, ...traceState });
  const entries = readBaggage(headers.baggage ?? '');
  return Object.keys(entries).length === 0 ? within : propagation.setBaggage(within, propagation.createBaggage(entries));
}

/** Headers for an outgoing request, which make its spans children of the active one. */
export function headersOf(within: Context): TraceHeaders {
  const span = trace.getSpanContext(within);
  if (span === undefined || !isSpanContextValid(span)) return {};
  const flags = (span.traceFlags & 1) === 1 ? '01' : '00';
  const state = span.traceState?.serialize() ?? '';
  const baggage = printBaggage(within);
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-${flags}`,
    ...(state === '' ? {} : { tracestate: state }),
    ...(baggage === '' ? {} : { baggage }),
  };
}

/** The active context when it belongs to the same trace as `own`, else `own`: without a context manager nothing is ever active. */
export function innermost(own: Context): Context {
  const active = context.active();
  const traceId = trace.getSpanContext(own)?.traceId;
  return traceId !== undefined && trace.getSpanContext(active)?.traceId === traceId ? active : own;
}

const maxMembers = 64;

function readBaggage(text: string): Record<string, BaggageEntry> {
  const entries: Record<string, BaggageEntry> = {};
  for (const member of text.split(',').slice(0, maxMembers)) {
    const [pair = '', ...properties] = member.split(';');
    const at = pair.indexOf('=');
    const [key, value] = [pair.slice(0, at).trim(), decodePercent(pair.slice(at + 1).trim())];
    if (at <= 0 || value === undefined || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key)) continue;
    const metadata = properties.length === 0 ? {} : { metadata: baggageEntryMetadataFromString(properties.join(';')) };
    Object.defineProperty(entries, key, { value: { value, ...metadata }, enumerable: true, configurable: true });
  }
  return entries;
}

function printBaggage(within: Context): string {
  const entries = propagation.getBaggage(within)?.getAllEntries() ?? [];
  const members = entries.map(([key, { metadata, value }]) => {
    const properties = metadata === undefined ? '' : `;${metadata.toString()}`;
    return `${key}=${encodeURIComponent(value)}${properties}`;
  });
  const text = members.join(',');
  return /^[\x20-\x7e]*$/.test(text) && text.length <= 8192 ? text : '';
}

/** `tracestate` as it came: other makers' members are handed on, never changed. */
class TraceStateText implements TraceState {
  readonly #members: readonly (readonly [string, string])[];

  constructor(text: string | readonly (readonly [string, string])[]) {
    this.#members = typeof text === 'string' ? text.split(',').flatMap(memberOf) : text;
  }

  get(key: string): string | undefined {
    return this.#members.find(([name]) => name === key)?.[1];
  }
  set(key: string, value: string): TraceState {
    return new TraceStateText([[key, value], ...this.#without(key)]);
  }
  unset(key: string): TraceState {
    return new TraceStateText(this.#without(key));
  }
  serialize(): string {
    return this.#members.map(([key, value]) => `${key}=${value}`).join(',');
  }

  #without(key: string): readonly (readonly [string, string])[] {
    return this.#members.filter(([name]) => name !== key);
  }
}

function memberOf(text: string): (readonly [string, string])[] {
  const at = text.indexOf('=');
  return at <= 0 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()]];
}
