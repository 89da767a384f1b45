import type { RequirementRow } from '../requirement-row.ts';

/** Startup audit lines: document 2, events. */
export const rows: readonly RequirementRow[] = [
  { id: 'D2.audit.silent', document: 'spec 2', section: 'Events', rule: 'Audit lines are for production or distributed mode.' },
  {
    id: 'D2.audit.codes',
    document: 'spec 2',
    section: 'Events',
    rule: 'CORS_*, BIND_*, DNS_REBINDING_* and STRICT_MODE_HINT, each in its situation, before listening.',
  },
  {
    id: 'I4.log.injection',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'A log record is one: what strangers wrote begins no other, and holds nothing that a terminal obeys (CWE-117).',
  },
  {
    id: 'I4.connections.refused',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'A connection whose bytes are no request is closed, also when its client keeps its own side open.',
  },
  {
    id: 'I4.body.ended-early',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: "A body that breaks off is told so in our words: the platform's are not for strangers.",
  },
];
