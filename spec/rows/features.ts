import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a server is put together from. */
export const rows: readonly RequirementRow[] = rowsOf({
  'features.order':
    'A server has its features in one order, whether it was compiled or not, so limits, guards and logs surround a request and a call in the same way.',
  'features.services':
    'A need that no feature provides, a service of two features, and features that need each other are refused by the build and by an uncompiled start, by the names of the features.',
  'features.left-out': 'A call of what the build left out fails, and the log names the feature.',
});
