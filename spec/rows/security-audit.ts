import type { RequirementRow } from '../requirement-row.ts';

/** `service audit` (issue 7 item 5, facts on users §4). */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I7.audit',
    document: 'issue 7',
    section: 'Deliver 5',
    rule: '`service audit` reports the security findings of model and sources as text, JSON and SARIF; exit 5 when one is left.',
  },
  { id: 'I7.audit.build', document: 'issue 7', section: 'Deliver 5', rule: 'The audit is part of a build as warnings.' },
  { id: 'I7.audit.baseline', document: 'issue 7', section: 'Deliver 5', rule: 'A baseline file accepts findings of now; new ones fail.' },
  {
    id: 'I7.audit.rules',
    document: 'issue 7',
    section: 'Deliver 5',
    rule: 'Each rule has a fixture that triggers it and one that does not.',
  },
  { id: 'I7.audit.unreadable', document: 'issue 7', section: 'Deliver 5', rule: 'Sources that cannot be read whole are not cleared.' },
];
