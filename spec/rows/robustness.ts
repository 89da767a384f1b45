import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Bars and bad input. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I3.disconnects': '20,000 calls with random disconnects leave no open stream, timer or listener.',
  'I3.abandoned': '200 stdio servers abandoned in every way a client can die leave no process.',
  'I3.fuzz.messages': 'Any JSON value is a strict message or a clean refusal.',
  'I3.fuzz.ids': 'An id of any JSON type is echoed with its type or refused.',
  'I3.fuzz.envelope': 'Any _meta is an envelope or -32602 with HTTP 400.',
  'I3.fuzz.cursors': 'Any cursor continues its list or is -32602.',
  'I3.fuzz.uris': 'Any URI up to 10 kB fits a template with the values that it holds, or does not fit.',
  'I3.fuzz.lines': 'Any bytes on stdio, cut anywhere, 10 MB lines included, are whole lines or refusals.',
  'I3.fuzz.last-event-id': 'Any Last-Event-ID names a stream of its session or nothing.',
  'I3.fuzz.sentinel': 'Any header value is decoded exactly or refused with -32020.',
  'I3.bad.bodies': 'Malformed bodies and ids of every JSON type: 400 with -32700 or -32600, and no id that was not read.',
  'I3.bad.duplicate-keys': 'Of equal JSON keys the last counts for checks and handlers alike.',
  'I3.bad.cursor': 'An unknown cursor is -32602.',
  'I3.bad.duplicate-id': 'A request with an id in flight is refused with -32600; the running one goes on.',
  'I3.bad.reader': 'A client that never reads holds up nobody.',
  'I3.bad.half-open': 'A client that closed its half of the connection is still answered.',
});
