import type { RequirementRow } from '../requirement-row.ts';

/** The hot path and how it is measured: issue 5. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I5.bench.document',
    document: 'issue 5',
    section: 'Deliver 1',
    rule: '`npm run bench -- --json` prints one document `{ metrics: [{ name, ours, unit, bare, sdk1, sdk2, ratioToBare, ratioToSdk2 }] }` on stdout.',
  },
  {
    id: 'I4.guard-cost',
    document: 'issue 4',
    section: 'Bars',
    rule: 'All guards together cost at most 10 % of the CPU of a request, measured against a build for the bench alone that has none.',
  },
  {
    id: 'I5.constants.lists',
    document: 'issue 5',
    section: 'Deliver 2',
    rule: 'An unfiltered list page is a constant: it is made once, and its text once for each revision.',
  },
  {
    id: 'I5.constants.views',
    document: 'issue 5',
    section: 'Deliver 2',
    rule: 'What depends on the caller is joined once for each distinct view, not for each request.',
  },
  {
    id: 'I5.constants.documents',
    document: 'issue 5',
    section: 'Deliver 2',
    rule: 'A discovery document and its entity tag are made once for each address; who sends the tag back gets 304.',
  },
  {
    id: 'I5.constants.length',
    document: 'issue 5',
    section: 'Deliver 2',
    rule: 'The length of a constant answer is known: head, id and tail are put together without counting or encoding them again.',
  },
  {
    id: 'I5.constants.said',
    document: 'issue 5',
    section: 'Deliver 2',
    rule: '`initialize` and `server/discover` are constants for each revision.',
  },
  {
    id: 'I5.hot-path.body',
    document: 'issue 5',
    section: 'Deliver 4',
    rule: 'A body that arrived with its head is read without a promise and without a copy; one that arrives in pieces is the same body.',
  },
  {
    id: 'I5.hot-path.one-write',
    document: 'issue 5',
    section: 'Deliver 4',
    rule: 'An answer that is no stream is one `writeHead` and one `end`, in one piece on the wire.',
  },
];
