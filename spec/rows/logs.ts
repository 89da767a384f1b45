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
];
