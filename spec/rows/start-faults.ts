import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Starts that must fail. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I4.start.all': 'Invalid options and variables stop the start with one message that names each of them and its rule, all at once.',
  'I4.start.store':
    'A store that is away at start, whatever is kept in it: StorageConnectionError, exit code 1, no listening, no memory instead.',
});
