import type { RequirementRow } from '../requirement-row.ts';

/** Metrics: supplement section 5.9. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'S5.9.metrics',
    document: 'spec 4',
    section: '5.9',
    rule: 'Text exposition with gauges of the process, requests and calls; off unless enabled.',
  },
  { id: 'S5.9.metrics.token', document: 'spec 4', section: '5.9', rule: 'auth token: 401 and 403 JSON; METRICS_TOKEN_NOT_CONFIGURED.' },
  {
    id: 'S5.9.metrics.groups',
    document: 'spec 4',
    section: '5.9',
    rule: 'include: tools, resources, http, skills, auth, sessions and storage have counters.',
  },
  { id: 'S5.9.metrics.storage', document: 'spec 4', section: '5.9', rule: 'The group storage counts steps of stores.' },
  { id: 'S5.9.metrics.token-env', document: 'spec 4', section: '5.9', rule: 'tokenEnv.' },
  { id: 'S5.9.metrics.conflict', document: 'spec 4', section: '5.9', rule: 'METRICS_PATH_CONFLICT.' },
  { id: 'I4.features.dropped', document: 'spec architecture', section: '3', rule: 'A server without a feature has none of its bytes.' },
];
