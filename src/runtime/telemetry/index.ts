/**
 * Layer 6: spans through the OpenTelemetry API. There is no SDK here and nothing is sent anywhere: spans go where the author's own modules
 * registered a tracer provider, and nowhere without one.
 */
export { CallSpans } from './call-spans.ts';
export { HttpSpans } from './http-spans.ts';
export { traceHook, traceStage } from './stage-spans.ts';
export { describeTracing } from './startup-report.ts';
export { readTracing } from './tracing-options.ts';
export type { TracingOptions } from './tracing-options.ts';
