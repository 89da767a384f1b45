import type { RequirementRow } from '../requirement-row.ts';

/** The worker target: supplement 4.3, document 2, issue 3. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'S4.3.worker-files',
    document: 'supplement',
    section: '4.3',
    rule: 'worker: `index.js` ES module exporting `{ fetch }`, `package.json` with `type: module`.',
  },
  {
    id: 'D2.worker.incompatible',
    document: 'spec 2',
    section: 'Errors',
    rule: 'Build refuses incompatible storage for the worker target: `[--target worker] config incompatible with ...` for sqlite, for a networked redis, and for tasks enabled without tasks.redis.',
  },
  { id: 'I3.worker.call', document: 'issue 3', section: 'Deliver 4', rule: 'The worker bundle serves 2026-07-28 on workerd.' },
  {
    id: 'I3.worker.session',
    document: 'issue 3',
    section: 'Deliver 4',
    rule: 'The worker bundle serves clients with sessions on workerd.',
  },
  {
    id: 'I3.worker.across-requests',
    document: 'issue 3',
    section: 'Deliver 4',
    rule: 'On a worker, where a request may not touch what belongs to another, cancellations and changes still arrive.',
  },
  { id: 'I3.worker.stream', document: 'issue 3', section: 'Deliver 4', rule: 'Event streams leave a worker as they are written.' },
  {
    id: 'I3.worker.variables',
    document: 'spec 2',
    section: 'Worker server build',
    rule: "The worker's variables are its environment; a bad one is a configuration fault that names the variable and not its value.",
  },
  {
    id: 'I3.worker.promises',
    document: 'architecture',
    section: '7',
    rule: 'A worker bundle holds nothing of Node, and no feature that its server does not need.',
  },
];
