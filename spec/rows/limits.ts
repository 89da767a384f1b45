import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Limits and guards. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S5.8.ip.cidr': 'Addresses and CIDR blocks of both families.',
  'S5.8.global': 'Over the global limit: 429, Retry-After, JSON-RPC body with a code outside of -32020 to -32099.',
  'S5.8.partition.ip': 'partitionBy ip.',
  'R13.no-address': 'Requests without a peer address share one bucket.',
  'S5.8.tool.rate': 'A tool over its limit is an error result.',
  'S5.8.default-rate': 'defaultRateLimit for tools without one.',
  'S5.8.partition.user': 'Anonymous callers are limited by IP before subject.',
  'S5.8.tool.concurrency': 'maxConcurrent of a tool.',
  'S5.8.concurrency.queue': 'queueTimeoutMs of the global concurrency.',
  'S5.8.doors.inner': 'A limit of a tool holds for calls by other entries.',
  'S5.8.doors.batch': 'A limit of a tool holds for each call in a batch.',
  'S5.8.doors.task': 'A limit of a tool holds for tasks.',
  'S5.8.doors.pair.tool': 'A limit of a tool holds over the SSE pair.',
  'S5.8.doors.pair.rate': 'Limits by caller hold on /message.',
  'S5.8.doors.pair.concurrency': 'globalConcurrency counts calls over the SSE pair until they have been answered.',
  'S5.8.shared.concurrency':
    '`throttle.storage` counts how many run at once (`concurrency`, `globalConcurrency`) of all instances together.',
  'S5.8.shared.global': 'globalConcurrency over instances: 429 as on one, 503 without the store.',
  'S5.8.shared.queue': 'queueTimeoutMs waits for places of all instances.',
  'S5.8.shared.gone': 'Who leaves the queue of a shared place is not waited for, nor run.',
  'S5.8.shared.ended': 'Places of an instance that ended without a word are free after 30 s, with clocks up to 15 s apart.',
  'S5.8.shared.stopped': 'An instance that is told to stop gives its places back.',
  'S5.8.shared.away': 'Without its store nobody gets a shared place; what ended meanwhile is free when it is back.',
  'S5.8.shared.many': 'Many calls to several instances stay within the limit and are all answered.',
  'S5.8.shared.worker': 'Shared places on a worker, over the HTTP key-value provider.',
  'S5.8.ip.filter': 'allowList, denyList, defaultAction: 403.',
  'R13.sign-in-unlimited':
    '/oauth/* and the OAuth well-known paths never answer 429, on a server without auth neither: there they are unknown paths.',
  'R13.ip-everywhere': 'IP deny applies everywhere.',
});
