import type { RequirementRow } from '../requirement-row.ts';

/** Issue 3: bars and bad input. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I3.disconnects',
    document: 'issue 3',
    section: 'Bars',
    rule: '20,000 calls with random disconnects leave no open stream, timer or listener.',
  },
  {
    id: 'I3.abandoned',
    document: 'issue 3',
    section: 'Bars',
    rule: '200 stdio servers abandoned in every way a client can die leave no process.',
  },
  { id: 'I3.fuzz.messages', document: 'issue 3', section: 'Bad input', rule: 'Any JSON value is a strict message or a clean refusal.' },
  { id: 'I3.fuzz.ids', document: 'issue 3', section: 'Bad input', rule: 'An id of any JSON type is echoed with its type or refused.' },
  { id: 'I3.fuzz.envelope', document: 'issue 3', section: 'Bad input', rule: 'Any _meta is an envelope or -32602 with HTTP 400.' },
  { id: 'I3.fuzz.cursors', document: 'issue 3', section: 'Bad input', rule: 'Any cursor continues its list or is -32602.' },
  {
    id: 'I3.fuzz.uris',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Any URI up to 10 kB fits a template with the values that it holds, or does not fit.',
  },
  {
    id: 'I3.fuzz.lines',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Any bytes on stdio, cut anywhere, 10 MB lines included, are whole lines or refusals.',
  },
  {
    id: 'I3.fuzz.last-event-id',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Any Last-Event-ID names a stream of its session or nothing.',
  },
  {
    id: 'I3.fuzz.sentinel',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Any header value is decoded exactly or refused with -32020.',
  },
  {
    id: 'I3.bad.bodies',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Malformed bodies and ids of every JSON type: 400 with -32700 or -32600, and no id that was not read.',
  },
  {
    id: 'I3.bad.duplicate-keys',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Of equal JSON keys the last counts for checks and handlers alike.',
  },
  { id: 'I3.bad.cursor', document: 'issue 3', section: 'Bad input', rule: 'An unknown cursor is -32602.' },
  {
    id: 'I3.bad.duplicate-id',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'A request with an id in flight is refused with -32600; the running one goes on.',
  },
  { id: 'I3.bad.reader', document: 'issue 3', section: 'Bad input', rule: 'A client that never reads holds up nobody.' },
  {
    id: 'I3.bad.half-open',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'A client that closed its half of the connection is still answered.',
  },
];
