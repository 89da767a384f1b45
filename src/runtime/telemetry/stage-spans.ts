import { context, SpanKind } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { HttpExchange } from '../web/exchange.ts';
import { contextFrom } from './propagation.ts';
import { runInSpan } from './tracer.ts';

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
