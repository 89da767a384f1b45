import {
  context,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { InputRequired, messageOf, ProtocolError, ServiceError } from '../errors/index.ts';
import { redactText } from '../std/index.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { contextFrom } from './propagation.ts';
import type { ObservabilityOptions } from '../define/observability-options.ts';
import { asksForTracing } from '../options/asks-for-tracing.ts';
import { observabilityTracingDefaults } from '../options/generated.ts';
import { withDefaults } from '../options/with-defaults.ts';

export interface SpanPlan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent: Context;
  readonly attributes?: Attributes;
  readonly links?: readonly Span[];
}

/** Looked up for each span, so that a provider registered after this module loaded is used. */
export function startSpan(plan: SpanPlan): Span {
  const links = (plan.links ?? []).map((span) => ({ context: span.spanContext() }));
  const { attributes = {}, kind, name, parent } = plan;
  return trace.getTracer('@service/sdk').startSpan(name, { kind, attributes, links }, parent);
}

/** Runs `work` with the span as the active one, and ends it with the work. What was thrown is thrown on. */
export function runInSpan<T>(plan: SpanPlan, work: (span: Span, within: Context) => T): T {
  const span = startSpan(plan);
  const within = trace.setSpan(plan.parent, span);
  const failed = (failure: unknown): never => {
    markFailure(span, failure);
    span.end();
    throw failure;
  };
  try {
    const result = context.with(within, () => work(span, within));
    if (result instanceof Promise) return endWith(span, result, failed) as T;
    span.end();
    return result;
  } catch (failure) {
    return failed(failure);
  }
}

async function endWith(span: Span, running: Promise<unknown>, failed: (failure: unknown) => never): Promise<unknown> {
  const result = await running.catch(failed);
  span.end();
  return result;
}

/** How a failure looks on a span: its code and its text without tokens. A question to the client is none. */
function markFailure(span: Span, failure: unknown): void {
  if (failure instanceof InputRequired) {
    span.setAttribute('mcp.input_required', true);
    return;
  }
  const message = redactText(messageOf(failure));
  span.setAttribute('error.type', codeOf(failure));
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  span.recordException({ name: failure instanceof Error ? failure.name : 'Error', message });
}

function codeOf(failure: unknown): string {
  if (failure instanceof ProtocolError) return String(failure.rpcCode);
  if (failure instanceof ServiceError) return failure.code;
  return failure instanceof Error ? failure.name : 'Error';
}

/** Within what is active, else within what the request says: the span of its own HTTP request when there is one. */
function parentOf(exchange: HttpExchange): Context {
  const traceparent = exchange.header('traceparent');
  const active = context.active();
  return traceparent === undefined ? active : contextFrom({ traceparent }, active);
}

/** A span for one stage of an HTTP request; `note` writes on it what came out. */
export function traceStage<T extends object>(
  stage: { readonly name: string; readonly exchange: HttpExchange; readonly note: (span: Span, result: T) => void },
  work: () => Promise<T> | T,
): Promise<T> {
  const { exchange, name, note } = stage;
  return runInSpan({ name, kind: SpanKind.INTERNAL, parent: parentOf(exchange) }, async (span) => {
    const result = await work();
    note(span, result);
    return result;
  });
}

/** A span for one hook of a plugin; contexts must be managed for it to have a parent. */
export const traceHook = <T>(plugin: string, hook: string, run: () => T): T =>
  runInSpan({ name: `${plugin} ${hook}`, kind: SpanKind.INTERNAL, parent: context.active() }, run);

/** Whether a module of the author registered a tracer provider, so that spans are exported. */
function hasProvider(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('@service/sdk') !== undefined;
}

/** The traced kinds of spans, in one line. */
export function describeTracing(options: TracingOptions): string {
  const kinds = Object.entries(options).flatMap(([name, on]) => (on && name.endsWith('Spans') ? [name.slice(0, -'Spans'.length)] : []));
  const where = hasProvider()
    ? 'a tracer provider is registered'
    : 'no tracer provider is registered, so spans go nowhere: register one in a module that the server imports';
  return `telemetry: spans of ${kinds.join(', ')}; ${where}`;
}

/** `observability.tracing`: which kinds of span there are. */
export type TracingOptions = Required<Exclude<ObservabilityOptions['tracing'], boolean | undefined>>;

/** `undefined` when nothing is traced. */
export function readTracing(observability: boolean | ObservabilityOptions | undefined): TracingOptions | undefined {
  if (!asksForTracing(observability)) return undefined;
  const { tracing } = typeof observability === 'object' ? observability : {};
  return withDefaults(typeof tracing === 'object' ? tracing : undefined, observabilityTracingDefaults);
}
