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
];
