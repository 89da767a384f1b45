import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Metrics. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S5.9.metrics': 'Text exposition with gauges of the process, requests and calls; off unless enabled.',
  'S5.9.metrics.token': 'auth token: 401 and 403 JSON; METRICS_TOKEN_NOT_CONFIGURED.',
  'S5.9.metrics.groups': 'include: tools, resources, http, skills, auth, sessions and storage have counters.',
  'S5.9.metrics.storage': 'The group storage counts steps of stores.',
  'S5.9.metrics.token-env': 'tokenEnv.',
  'S5.9.metrics.conflict': 'METRICS_PATH_CONFLICT.',
  'I4.features.dropped': 'A server without a feature has none of its bytes.',
});
