/**
 * Layer 6: spans through the OpenTelemetry API. No OpenTelemetry SDK and no exporter is included: spans go to the tracer provider that the
 * author's modules register, and nowhere without one.
 */
export { CallSpans } from './call-spans.ts';
export { HttpSpans } from './http-spans.ts';
export { describeTracing, traceHook, traceStage, readTracing, type TracingOptions } from './tracer.ts';
