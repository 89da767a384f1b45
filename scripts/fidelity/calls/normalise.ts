import type { Answer, Json } from './wire.ts';
import { isObject } from './wire.ts';

/*
 * What two runs of the same program never share. Only these are replaced, each by a word that says what stood there:
 *   ids of errors (`err_` and 16 digits), of sessions, requests and trace spans; times; durations; sealed state, cursors excepted;
 *   the nonce of a page's styles and scripts;
 *   the port of the server, where it stands in an address; seconds until a limit ends;
 *   stacks, which development alone shows: their frames name files of the build.
 * Headers compared are all but those of the connection itself.
 */
const connectionHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'mcp-session-id']);

/** Members whose value is sealed or counted anew by every start. */
const freshMembers: Readonly<Record<string, string>> = {
  requestState: '<sealed>',
  durationMs: '<duration>',

  sessionId: '<session>',
  requestId: '<request>',
  traceId: '<trace>',
  spanId: '<span>',
};

/** In lines of a log besides: OpenTelemetry's names of its ids, and the time that a plugin of ours measures. */
const freshLogMembers: Readonly<Record<string, string>> = {
  ...freshMembers,
  trace_id: '<trace>',
  span_id: '<span>',
  milliseconds: '<duration>',
};

const freshTexts: readonly (readonly [RegExp, string])[] = [
  [/\n\s+at [^\n]*/g, ''],
  [/\berr_[0-9a-f]{16}\b/g, '<error id>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b(requestId|traceId|spanId|trace_id|span_id|sessionId|durationMs|milliseconds)=[\w.-]+/g, '$1=<fresh>'],
  [/"(requestId|traceId|spanId|sessionId|durationMs|mcp\.session\.id)":(?:"[\w-]*"|[\d.]+)/g, '"$1":"<fresh>"'],
  [/"parent":"[0-9a-f]{16}"/g, '"parent":"<fresh>"'],
  [/"stack":"[^"]*"/g, '"stack":"<stack>"'],
  [/\bnonce-[\w-]+/g, 'nonce-<fresh>'],
  [/\bnonce="[\w-]+"/g, 'nonce="<fresh>"'],
  [/^q(\d+)-[\w-]{8}$/g, 'q$1-<fresh>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\b(?:127\.0\.0\.1|localhost):\d{4,5}\b/g, '<host>'],
  [/\b(retry after) \d+ seconds?\b/gi, '$1 <seconds>'],
];

export interface NormalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly messages: readonly Json[];
}

export function normaliseAnswer({ headers, messages, status }: Answer): NormalAnswer {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, name === 'retry-after' ? '<seconds>' : normaliseText(value)])),
    messages: messages.map((message) => normaliseJson(message, freshMembers)),
  };
}

/** One line of a log. */
export const normaliseLogLine = (line: string): string => normaliseText(line, freshLogMembers);

/** JSON inside a text is normalised as JSON: logs are lines of it, and tools answer with it. */
function normaliseText(text: string, fresh = freshMembers): string {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.stringify(normaliseJson(JSON.parse(text) as Json, fresh));
    } catch {
      // A text that only begins like JSON.
    }
  }
  return freshTexts.reduce((changed, [pattern, word]) => changed.replaceAll(pattern, word), text);
}

function normaliseJson(value: Json, fresh: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return normaliseText(value, fresh);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => normaliseJson(item, fresh));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, member]) => key !== 'stack' || typeof member !== 'string');
  return Object.fromEntries(kept.map(([key, member]) => [key, fresh[key] ?? normaliseJson(member, fresh)]));
}
