import type { RequirementRow } from '../requirement-row.ts';

/** Starts that must fail: issue 4, bad input and stores. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I4.start.all',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'Invalid options and variables stop the start with one message that names each of them and its rule, all at once.',
  },
  {
    id: 'I4.start.store',
    document: 'issue 4',
    section: 'Deliver 4',
    rule: 'A store that is away at start, whatever is kept in it: StorageConnectionError, exit code 1, no listening, no memory instead.',
  },
];
