import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Chaos on a built bundle. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I4.chaos': 'Under full load with aborts and malformed requests: no crash, zero wrong answers, nothing lost, flat memory.',
  'I4.chaos.body-gone': 'Flat memory: a request whose client left before its body was asked for is let go at once.',
  'I4.chaos.instances':
    'Three instances behind a load balancer that are killed one after another while their Redis server restarts: none of the others ends, and no answer is wrong, lost or accepted twice.',
  'I4.chaos.store':
    'A Redis server that is killed and started again under full load: 503 with Retry-After while it is away, then service without a restart, nothing acknowledged lost.',
});
