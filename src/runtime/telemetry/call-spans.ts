import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span, type SpanContext } from '@opentelemetry/api';
import type { GuardedToolCall, StageObserver, ToolGuard } from '../mcp/call/call-pipeline.ts';
import type { CallChannel, CallRequest, CallTracing } from '../mcp/call/call-request.ts';
import { traceHeadersOf, type TraceHeaders } from '../mcp/call/request-headers.ts';
import { type Around, componentOf, type MethodCall } from '../mcp/protocol.ts';
import type { EntryModel } from '../model/index.ts';
import { andThen, hexOf, redactText, sha256, type LogFields } from '../std/index.ts';
import { contextFrom, innermost, headersOf } from './propagation.ts';
import { runInSpan, startSpan, type TracingOptions } from './tracer.ts';
import type { Telemetry, TelemetryAttributes, TelemetrySpan } from '../define/telemetry.ts';

/** Spans of JSON-RPC requests and of what happens in them, over every transport. */
export class CallSpans {
  readonly #options: TracingOptions;
  readonly #hashes = new SessionHashes();

  constructor(options: TracingOptions) {
    this.#options = options;
  }

  /** One span for each request; without them handlers still have their telemetry, on the span that is there. */
  readonly around: Around = async (call, next, method) => {
    const carried = contextFrom(traceHeadersOf(call), context.active());
    if (!this.#options.executionSpans) return next(this.#withTracing(call, carried));
    const component = componentOf(call, method);
    const name = component === undefined ? method : `${method} ${component.listedName}`;
    const attributes = { ...(await this.#attributesOf(call, method)), ...(component && describe(component)) };
    const plan = { name, kind: SpanKind.SERVER, parent: carried, attributes, links: linksOf(carried) };
    return runInSpan(plan, async (span, within) => {
      const result = await next(this.#withTracing(call, within));
      if ('isError' in result && result.isError === true) markToolError(span);
      return result;
    });
  };

  /** A tool that another entry calls has a span within the caller's. */
  readonly guardTool: ToolGuard = ({ origin, request, tool }: GuardedToolCall, next) => {
    const parent = contextOf(request);
    if (origin === 'client' || parent === undefined) return next();
    const { model } = tool;
    const plan = { name: `tool ${model.listedName}`, kind: SpanKind.INTERNAL, parent: innermost(parent), attributes: describe(model) };
    return runInSpan(plan, (span, within) =>
      andThen(next({ ...request, tracing: new CallTelemetry(within, this.#options.fetchSpans) }), (result) => {
        if (result.isError === true) markToolError(span);
        return result;
      }),
    );
  };

  readonly observeStage: StageObserver = (stage, request, run) => {
    const parent = contextOf(request);
    return parent === undefined ? run() : runInSpan({ name: stage, kind: SpanKind.INTERNAL, parent: innermost(parent) }, run);
  };

  /** Attributes that every span of a request has. */
  async #attributesOf({ params, revision, sessionId }: MethodCall, method: string): Promise<Attributes> {
    const { uri } = params;
    return {
      'mcp.method.name': method,
      'mcp.protocol.version': revision.version,
      'mcp.session.id': sessionId === undefined ? undefined : await this.#hashes.of(sessionId),
      ...(method.startsWith('resources/') && typeof uri === 'string' ? { 'mcp.resource.uri': redactText(uri).slice(0, maxUriLength) } : {}),
    };
  }

  #withTracing(call: MethodCall, within: Context): MethodCall {
    const tracing = new CallTelemetry(within, this.#options.fetchSpans);
    const channel = this.#options.elicitationSpans ? askingChannel(call.channel, within) : call.channel;
    return { ...call, channel, tracing };
  }
}

const maxUriLength = 256;

const contextOf = ({ tracing }: CallRequest): Context | undefined => (tracing instanceof CallTelemetry ? tracing.context : undefined);

/** The span that runs here when the message named another parent: both stay findable from each other. */
function linksOf(carried: Context): Span[] {
  const active = trace.getSpan(context.active());
  return active === undefined || active.spanContext().traceId === trace.getSpanContext(carried)?.traceId ? [] : [active];
}

const describe = ({ id, kind }: EntryModel): Attributes => ({ 'mcp.component.type': kind, 'mcp.component.key': id });

function markToolError(span: Span): void {
  span.setAttribute('error.type', 'tool_error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A call's channel whose questions have a span each; what was asked and answered is not on it. */
function askingChannel(channel: CallChannel, own: Context): CallChannel {
  return {
    signal: channel.signal,
    notify: (method, params) => channel.notify(method, params),
    ask: (question) =>
      runInSpan(
        { name: question.method, kind: SpanKind.CLIENT, parent: innermost(own), attributes: { 'mcp.method.name': question.method } },
        () => channel.ask(question),
      ),
    progressToken: channel.progressToken,
    closeStream: channel.closeStream && ((retryMs) => channel.closeStream?.(retryMs) ?? false),
    startTask: channel.startTask && (async () => channel.startTask?.()),
  };
}

const maxKnown = 10_000;

/** `mcp.session.id` of spans: a session's id is a secret, so that only its hash leaves the process. */
class SessionHashes {
  readonly #known = new Map<string, string>();

  async of(id: string): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const hash = hexOf(await sha256(id)).slice(0, 32);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(id, hash);
    return hash;
  }
}

const noTrace = '0'.repeat(32);

/** `this.telemetry` and `this.fetch` of one call. */
class CallTelemetry implements CallTracing, Telemetry {
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
