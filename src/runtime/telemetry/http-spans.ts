import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { DelegatedExchange } from '../web/delegated-exchange.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { contextFrom, headersOf } from './propagation.ts';
import { startSpan } from './tracer.ts';

/** Where a request goes, as far as a span may be named by it: paths that strangers make up never name one. */
export interface RequestTarget {
  readonly kind: 'endpoint' | 'route' | 'unknown';
}

/** One span for each HTTP request, from its head to the end of its answer. */
export class HttpSpans {
  readonly #wants: (path: string) => boolean;

  /** @param wants whether requests of a path have a span */
  constructor(wants: (path: string) => boolean) {
    this.#wants = wants;
  }

  readonly around = (exchange: HttpExchange, { kind }: RequestTarget, next: HttpHandler): Promise<HttpAnswer> | HttpAnswer =>
    this.#wants(exchange.path) ? this.#trace(exchange, kind === 'unknown' ? undefined : exchange.path, next) : next(exchange);

  async #trace(exchange: HttpExchange, route: string | undefined, next: HttpHandler): Promise<HttpAnswer> {
    const method = methods.has(exchange.method) ? exchange.method : '_OTHER';
    const span = startSpan({
      name: route === undefined ? method : `${method} ${route}`,
      kind: SpanKind.SERVER,
      parent: contextFrom(readTrace(exchange), context.active()),
      attributes: {
        'http.request.method': method,
        'url.scheme': exchange.secure ? 'https' : 'http',
        'http.route': route,
      },
    });
    const within = trace.setSpan(context.active(), span);
    const { traceparent } = headersOf(within);
    const inner = traceparent === undefined ? exchange : new TracedExchange(exchange, traceparent);
    return endWithAnswer(await context.with(within, async () => next(inner)), span);
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const readTrace = (exchange: HttpExchange) => ({
  traceparent: exchange.header('traceparent'),
  tracestate: exchange.header('tracestate'),
});

/** Whoever reads the trace of the request further in becomes a child of its span, whether or not contexts are managed. */
class TracedExchange extends DelegatedExchange {
  readonly #traceparent: string;

  constructor(received: HttpExchange, traceparent: string) {
    super(received);
    this.#traceparent = traceparent;
  }

  override header(name: string): string | undefined {
    return name === 'traceparent' ? this.#traceparent : super.header(name);
  }
}

function endWithAnswer(answer: HttpAnswer, span: Span): HttpAnswer {
  const { body, status } = answer;
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) {
    span.setAttribute('error.type', String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  if (typeof body !== 'function') {
    span.end();
    return answer;
  }
  return {
    ...answer,
    body: (stream) => {
      stream.onEnd(() => span.end());
      body(stream);
    },
  };
}
