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
  {
    id: 'I3.fuzz.sentinel',
    document: 'issue 3',
    section: 'Bad input',
    rule: 'Any header value is decoded exactly or refused with -32020.',
  },
];
