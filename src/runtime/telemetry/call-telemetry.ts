import { SpanKind, trace, type Context, type SpanContext } from '@opentelemetry/api';
import type { Telemetry, TelemetryAttributes, TelemetrySpan } from '../define/telemetry.ts';
import type { CallTracing } from '../mcp/call/call-request.ts';
import type { TraceHeaders } from '../mcp/call/request-headers.ts';
import type { LogFields } from '../std/index.ts';
import { headersOf, innermost } from './propagation.ts';
import { runInSpan, startSpan } from './tracer.ts';

const noTrace = '0'.repeat(32);

/** `this.telemetry` and `this.fetch` of one call. */
export class CallTelemetry implements CallTracing, Telemetry {
  readonly #own: Context;
  readonly #fetchSpans: boolean;

  /** @param own the context whose span is the call's */
  constructor(own: Context, fetchSpans: boolean) {
    this.#own = own;
    this.#fetchSpans = fetchSpans;
  }

  get telemetry(): Telemetry {
    return this;
  }
  get context(): Context {
    return this.#own;
  }
  get traceId(): string | undefined {
    return this.#span?.traceId;
  }
  /** Under the names of OpenTelemetry for logs that are not OTLP ("Trace Context in non-OTLP Log Formats"). */
  get logFields(): LogFields {
    const span = this.#span;
    return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
  }
  get #span(): SpanContext | undefined {
    const span = trace.getSpanContext(this.#own);
    return span?.traceId === noTrace ? undefined : span;
  }
  startSpan(name: string, attributes: TelemetryAttributes = {}): TelemetrySpan {
    return startSpan({ name, kind: SpanKind.INTERNAL, parent: innermost(this.#own), attributes: { ...attributes } });
  }
  withSpan<T>(name: string, work: (span: TelemetrySpan) => T, attributes: TelemetryAttributes = {}): T {
    return runInSpan({ name, kind: SpanKind.INTERNAL, parent: innermost(this.#own), attributes: { ...attributes } }, work);
  }
  addEvent(name: string, attributes: TelemetryAttributes = {}): void {
    trace.getSpan(this.#own)?.addEvent(name, { ...attributes });
  }
  setAttributes(attributes: TelemetryAttributes): void {
    trace.getSpan(this.#own)?.setAttributes({ ...attributes });
  }

  /** Runs a fetch in a span. Its path is left out of the attributes: for many services it contains the secret. */
  fetch(
    { method, url }: { readonly url: URL; readonly method: string },
    send: (headers: TraceHeaders) => Promise<Response>,
  ): Promise<Response> {
    const parent = innermost(this.#own);
    if (!this.#fetchSpans) return send(headersOf(parent));
    const attributes = {
      'http.request.method': method.toUpperCase(),
      'server.address': url.hostname,
      ...(url.port === '' ? {} : { 'server.port': Number(url.port) }),
      'url.scheme': url.protocol.slice(0, -1),
    };
    return runInSpan({ name: method.toUpperCase(), kind: SpanKind.CLIENT, parent, attributes }, async (span, within) => {
      const response = await send(headersOf(within));
      span.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) span.setAttribute('error.type', String(response.status));
      return response;
    });
  }
}
