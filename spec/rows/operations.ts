import type { RequirementRow } from '../requirement-row.ts';

/** What happens around requests that do not go the usual way: supplement sections 1.3, 5.3 and 5.8, issue 4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'S5.8.places.gone',
    document: 'spec 4',
    section: '5.8',
    rule: 'A place of globalConcurrency is free again when its call is over, whatever its client did meanwhile.',
  },
  {
    id: 'S5.8.places.stream',
    document: 'spec 4',
    section: '5.8',
    rule: 'A call that goes on after its client left keeps its place.',
  },
  { id: 'S1.3.routes.gone', document: 'spec 4', section: '1.3', rule: "The body of a route's answer that nobody reads is cancelled." },
];
