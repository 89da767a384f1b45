import type { RequirementRow } from '../requirement-row.ts';

/** Logs and trace context: supplement section 5.10, issue 4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'S5.10.log.json',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'In production a log record is one line of JSON with time, level, message and fields.',
  },
  {
    id: 'S5.10.log.redaction',
    document: 'spec 4',
    section: '5.10',
    rule: 'Members named like secrets, bearer tokens and passwords in URLs never reach a log.',
  },
  {
    id: 'S5.10.trace',
    document: 'spec 4',
    section: '5.10',
    rule: 'W3C traceparent in from headers or _meta, out with this.fetch.',
  },
  {
    id: 'S5.10.spans',
    document: 'spec 4',
    section: '5.10',
    rule: 'Spans through @opentelemetry/api with mcp.method.name, mcp.component.type and mcp.component.key; this.telemetry startSpan, withSpan, addEvent, setAttributes, traceId.',
  },
  {
    id: 'S5.10.spans.unmanaged',
    document: 'spec 4',
    section: '5.10',
    rule: 'Spans are parents of each other on platforms without a context manager too.',
  },
  {
    id: 'S5.10.log.trace',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'What a traced call logs carries trace_id and span_id of its span; OTLP has them in their own fields.',
  },
  { id: 'S5.10.meta', document: 'spec 4', section: '5.10', rule: 'W3C trace context in _meta is the parent of a call.' },
  {
    id: 'S5.10.fetch',
    document: 'spec 4',
    section: '5.10',
    rule: 'this.fetch sends the traceparent of its own span, with tracestate and baggage.',
  },
  { id: 'S5.10.component', document: 'spec 4', section: '5.10', rule: 'mcp.resource.uri; names that strangers make up never name a span.' },
  { id: 'S5.10.session', document: 'spec 4', section: '5.10', rule: 'mcp.session.id is hashed.' },
  { id: 'S5.10.failure', document: 'spec 4', section: '5.10', rule: 'Failures on spans hold no tokens.' },
  {
    id: 'S5.10.tracing.options',
    document: 'spec 4',
    section: '5.10',
    rule: 'httpSpans, executionSpans, hookSpans, fetchSpans, flowStageSpans, transportSpans, authSpans, oauthSpans, elicitationSpans.',
  },
  { id: 'S5.10.startup-report', document: 'spec 4', section: '5.10', rule: 'startupReport.' },
  {
    id: 'I4.telemetry.dropped',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'No OpenTelemetry SDK in a bundle, and no API without observability.',
  },
  {
    id: 'S5.10.log.transports',
    document: 'spec 4',
    section: '5.10',
    rule: 'Classes with @LogTransport and log(record) are given every record.',
  },
  { id: 'S5.10.log.prefix', document: 'spec 4', section: '5.10', rule: 'logging.prefix.' },
  { id: 'S5.10.log.console', document: 'spec 4', section: '5.10', rule: 'logging.enableConsole: false.' },
  { id: 'S5.10.log.redact-fields', document: 'spec 4', section: '5.10', rule: 'observability.logging.redactFields and includeStacks.' },
  {
    id: 'S5.10.log.sinks',
    document: 'spec 4',
    section: '5.10',
    rule: 'observability.logging.sinks: stdout, console, winston, pino, callback.',
  },
  { id: 'S5.10.log.otlp', document: 'spec 4', section: '5.10', rule: 'observability.logging.sinks: otlp.' },
  {
    id: 'S5.10.log.true',
    document: 'spec 4',
    section: '5.10',
    rule: 'observability.logging: true logs to the console; requestLogs: true logs one line for each answered request; a sink may be named by { type: stdout } or { type: console }.',
  },
  { id: 'S5.10.request-logs', document: 'spec 4', section: '5.10', rule: 'observability.requestLogs.onRequestComplete.' },
  { id: 'S5.10.log.rules', document: 'spec 4', section: '5.10', rule: 'Bad log options stop the start, all at once.' },
  {
    id: 'I4.logs.dropped',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'Sinks beside the console are in a bundle that asks for them only.',
  },
];
