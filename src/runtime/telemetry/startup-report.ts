import { ProxyTracerProvider, trace } from '@opentelemetry/api';
import type { TracingOptions } from './tracing-options.ts';

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
