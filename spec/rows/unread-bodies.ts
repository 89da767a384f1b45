import type { RequirementRow } from '../requirement-row.ts';

/** What is answered while its client still sends. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'R7.worker.unread',
    document: 'spec 5',
    section: '7',
    rule: 'A worker that refuses a large body without reading it answers its client, who is not reset while it sends.',
  },
  {
    id: 'R7.worker.unsent',
    document: 'spec 5',
    section: '7',
    rule: 'A worker waits within bounds for a body that it does not want, also when nothing of it ever comes.',
  },
];
