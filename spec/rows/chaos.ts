import type { RequirementRow } from '../requirement-row.ts';

/** Chaos on a built bundle: issue 4, bars. The run itself is the section `chaos` of npm test. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I4.chaos',
    document: 'issue 4',
    section: 'Bars',
    rule: 'Under full load with aborts and malformed requests: no crash, zero wrong answers, nothing lost, flat memory.',
  },
  {
    id: 'I4.chaos.body-gone',
    document: 'issue 4',
    section: 'Bars',
    rule: 'Flat memory: a request whose client left before its body was asked for is let go at once.',
  },
  {
    id: 'I4.chaos.store',
    document: 'issue 4',
    section: 'Bars',
    rule: 'A Redis server that is killed and started again under full load: 503 with Retry-After while it is away, then service without a restart, nothing acknowledged lost.',
  },
];
