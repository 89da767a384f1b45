import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Claims of `authenticate` that only the server sets. */
export const rows: readonly RequirementRow[] = rowsOf({
  'claims.reserved.told':
    'A claim that only the server sets and that authenticate returns is a warning of the compiler where an object literal shows it, and a warning of the log at its first use, once for each name; both name the claim and what to return instead.',
});
