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
  {
    id: 'D2.drain.failing',
    document: 'facts targets',
    section: '4',
    rule: 'After a signal the process ends, also when something cannot be ended; everything else gets its end.',
  },
  {
    id: 'D2.drain.hanging',
    document: 'facts targets',
    section: '4',
    rule: 'After a signal what does not end is waited for within bounds.',
  },
  { id: 'D2.drain.stdio', document: 'facts targets', section: '4', rule: 'A stdio server ends when something of it cannot be ended.' },
  { id: 'D2.drain.store', document: 'facts targets', section: '4', rule: 'A store that is away keeps no process from its end.' },
  { id: 'S1.3.routes.gone', document: 'spec 4', section: '1.3', rule: "The body of a route's answer that nobody reads is cancelled." },
];
