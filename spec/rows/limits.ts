import type { RequirementRow } from '../requirement-row.ts';

/** Limits and guards: supplement section 5.8, rulings 8, 13 and 26. */
export const rows: readonly RequirementRow[] = [
  { id: 'S5.8.ip.cidr', document: 'spec 4', section: '5.8', rule: 'Addresses and CIDR blocks of both families.' },
  {
    id: 'S5.8.global',
    document: 'spec 4',
    section: '5.8',
    rule: 'Over the global limit: 429, Retry-After, JSON-RPC body with a code outside of -32020 to -32099 (ruling 8).',
  },
  { id: 'S5.8.partition.ip', document: 'spec 4', section: '5.8', rule: 'partitionBy ip.' },
  { id: 'R13.no-address', document: 'spec 5', section: '13', rule: 'Requests without a peer address share one bucket.' },
  { id: 'S5.8.tool.rate', document: 'spec 4', section: '5.8', rule: 'A tool over its limit is an error result.' },
  { id: 'S5.8.default-rate', document: 'spec 4', section: '5.8', rule: 'defaultRateLimit for tools without one.' },
  { id: 'S5.8.partition.user', document: 'spec 5', section: '26', rule: 'Anonymous callers are limited by IP before subject.' },
  { id: 'S5.8.tool.concurrency', document: 'spec 4', section: '5.8', rule: 'maxConcurrent of a tool.' },
  { id: 'S5.8.concurrency.queue', document: 'spec 4', section: '5.8', rule: 'queueTimeoutMs of the global concurrency.' },
  { id: 'S5.8.doors.inner', document: 'spec 5', section: 'attacks', rule: 'A limit of a tool holds for calls by other entries.' },
  { id: 'S5.8.doors.batch', document: 'spec 5', section: 'attacks', rule: 'A limit of a tool holds for each call in a batch.' },
  { id: 'S5.8.doors.task', document: 'spec 5', section: 'attacks', rule: 'A limit of a tool holds for tasks.' },
  { id: 'S5.8.doors.pair.tool', document: 'spec 5', section: 'attacks', rule: 'A limit of a tool holds over the SSE pair.' },
  { id: 'S5.8.doors.pair.rate', document: 'spec 5', section: 'attacks', rule: 'Limits by caller hold on /message.' },
  {
    id: 'S5.8.doors.pair.concurrency',
    document: 'spec 5',
    section: 'attacks',
    rule: 'globalConcurrency counts calls over the SSE pair until they have been answered.',
  },
  { id: 'S5.8.ip.filter', document: 'spec 4', section: '5.8', rule: 'allowList, denyList, defaultAction: 403.' },
  {
    id: 'R13.sign-in-unlimited',
    document: 'spec 5',
    section: '13',
    rule: '/oauth/* and the OAuth well-known paths never answer 429, on a server without auth neither: there they are unknown paths.',
  },
  { id: 'R13.ip-everywhere', document: 'spec 5', section: '13', rule: 'IP deny applies everywhere.' },
];
