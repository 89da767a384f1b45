import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a server is put together from. */
export const rows: readonly RequirementRow[] = rowsOf({
  'features.order':
    'A server has its features in one order, whether it was compiled or not, so limits, guards and logs surround a request and a call in the same way.',
  'features.services':
    'A need that no feature provides, a service of two features, and features that need each other are refused by the build and by an uncompiled start, by the names of the features.',
  'features.both-ways':
    'A feature that stands around calls is two files of the sources (its module and its row in the table of features) or a plugin of a package of at most 60 lines, and the bundles with either answer alike.',
  'features.left-out': 'A call of what the build left out fails, and the log names the feature.',
});
