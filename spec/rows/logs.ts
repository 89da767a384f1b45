import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Logs and trace context. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S5.10.log.json': 'In production a log record is one line of JSON with time, level, message and fields.',
  'S5.10.log.redaction': 'Members named like secrets, bearer tokens and passwords in URLs never reach a log.',
  'S5.10.trace': 'W3C traceparent in from headers or _meta, out with this.fetch.',
  'S5.10.spans':
    'Spans through @opentelemetry/api with mcp.method.name, mcp.component.type and mcp.component.key; this.telemetry startSpan, withSpan, addEvent, setAttributes, traceId.',
  'S5.10.spans.unmanaged': 'Spans are parents of each other on platforms without a context manager too.',
  'S5.10.log.trace': 'What a traced call logs carries trace_id and span_id of its span; OTLP has them in their own fields.',
  'S5.10.meta': 'W3C trace context in _meta is the parent of a call.',
  'S5.10.fetch': 'this.fetch sends the traceparent of its own span, with tracestate and baggage.',
  'S5.10.component': 'mcp.resource.uri; names that strangers make up never name a span.',
  'S5.10.session': 'mcp.session.id is hashed.',
  'S5.10.failure': 'Failures on spans hold no tokens.',
  'S5.10.tracing.options':
    'httpSpans, executionSpans, hookSpans, fetchSpans, flowStageSpans, transportSpans, authSpans, oauthSpans, elicitationSpans.',
  'S5.10.tracing.asked': 'Spans are made for observability: true and for an object with tracing, not for one that asks for logs alone.',
  'S5.10.startup-report': 'startupReport.',
  'I4.telemetry.dropped': 'No OpenTelemetry SDK in a bundle, and no API without observability.',
  'S5.10.log.transports': 'Classes with @LogTransport and log(record) are given every record.',
  'S5.10.log.prefix': 'logging.prefix.',
  'S5.10.log.console': 'logging.enableConsole: false.',
  'S5.10.log.redact-fields': 'observability.logging.redactFields and includeStacks.',
  'S5.10.log.sinks': 'observability.logging.sinks: stdout, console, winston, pino, callback.',
  'S5.10.log.otlp': 'observability.logging.sinks: otlp.',
  'S5.10.log.true':
    'observability.logging: true logs to the console; requestLogs: true logs one line for each answered request; a sink may be named by { type: stdout } or { type: console }.',
  'S5.10.request-logs': 'observability.requestLogs.onRequestComplete.',
  'S5.10.log.rules': 'Bad log options stop the start, all at once.',
  'I4.logs.dropped': 'Sinks beside the console are in a bundle that asks for them only.',
});
