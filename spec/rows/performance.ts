import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The hot path and how it is measured. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I5.bench.document':
    '`npm run bench -- --json` prints one document `{ metrics: [{ name, ours, unit, bare, sdk1, sdk2, ratioToBare, ratioToSdk2 }] }` on stdout.',
  'I4.guard-cost':
    'All guards together cost at most 10 % of the CPU of a request, measured against a build for the bench alone that has none.',
  'I5.constants.lists': 'An unfiltered list page is a constant: it is made once, and its text once for each revision.',
  'I5.constants.views': 'What depends on the caller is joined once for each distinct view, not for each request.',
  'I5.constants.documents': 'A discovery document and its entity tag are made once for each address; who sends the tag back gets 304.',
  'I5.constants.length':
    'The length of a constant answer is known: head, id and tail are put together without counting or encoding them again.',
  'I5.constants.said': '`initialize` and `server/discover` are constants for each revision.',
  'I5.hot-path.body':
    'A body that arrived with its head is read without a promise and without a copy; one that arrives in pieces is the same body.',
  'I5.hot-path.one-write': 'An answer that is no stream is one `writeHead` and one `end`, in one piece on the wire.',
});
