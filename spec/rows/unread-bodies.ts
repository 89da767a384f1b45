import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What is answered while its client still sends. */
export const rows: readonly RequirementRow[] = rowsOf({
  'R7.worker.unread': 'A worker that refuses a large body without reading it answers its client, who is not reset while it sends.',
  'R7.worker.unsent': 'A worker waits within bounds for a body that it does not want, also when nothing of it ever comes.',
});
