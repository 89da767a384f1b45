import type { RequirementRow } from '../requirement-row.ts';

/** The fetch handler and the worker build around it: document 2, issue 3. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.fetch.call',
    document: 'spec 2',
    section: 'What the service does',
    rule: 'The web-standard request handler serves clients with sessions and clients of 2026-07-28.',
  },
  {
    id: 'D2.fetch.health',
    document: 'spec 2',
    section: 'HTTP paths of the running server',
    rule: 'Fetch handler: 200 { status: ok, server: { name, version }, transport: web-fetch }, runs no checks; /readyz only when enabled.',
  },
  {
    id: 'D2.404.fetch',
    document: 'spec 2',
    section: 'Errors',
    rule: 'Unknown path on the fetch handler: 404 { error: Not Found, entryPaths: [<entry path>] }.',
  },
  {
    id: 'D2.fetch.hosts',
    document: 'spec 2',
    section: 'http.security',
    rule: 'The fetch handler checks host names only once allowedHosts is given.',
  },
  { id: 'D2.fetch.body-limit', document: 'spec 2', section: 'Limits', rule: 'The same 413 on the fetch handler.' },
  {
    id: 'D2.fetch.stream',
    document: 'spec 2',
    section: 'What a client sends',
    rule: 'Event streams leave the fetch handler as they are written.',
  },
  {
    id: 'D2.fetch.cancel',
    document: 'issue 3',
    section: 'Deliver 4',
    rule: 'A client that goes away aborts its call on the fetch host as on the node host.',
  },
  {
    id: 'D2.fetch.back-pressure',
    document: 'issue 3',
    section: 'Bars',
    rule: 'A slow reader of a stream on the fetch host holds its writer back.',
  },
  {
    id: 'D2.fetch.defaults',
    document: 'spec 2',
    section: 'HTTP paths of the running server',
    rule: 'A worker without options: two fixed headers, no CORS, no host checks, no metrics, no readiness, 404 JSON with entryPaths.',
  },
  {
    id: 'D2.fetch.options',
    document: 'spec 2',
    section: 'http.securityHeaders, http.security, Limits, metrics',
    rule: 'The http options hold on a worker as on Node, code over variables; its metrics have no service_process_* gauges.',
  },
  {
    id: 'D2.fetch.variables',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'SERVICE_* variables of a worker set headers, policy, hosts and CORS.',
  },
  {
    id: 'D2.fetch.misconfigured',
    document: 'spec 2',
    section: 'Worker server build',
    rule: 'Bad variables of a worker are one CONFIG_INVALID that names them all and no value.',
  },
  {
    id: 'D2.worker.lazy',
    document: 'spec 2',
    section: 'Worker server build',
    rule: 'The first request builds the server; later requests reuse it.',
  },
  {
    id: 'D2.worker.misconfigured',
    document: 'spec 2',
    section: 'Worker server build',
    rule: 'A configuration fault is 500 { error: server_misconfigured, code, message }; after the delay a request builds again.',
  },
  {
    id: 'D2.worker.unavailable',
    document: 'spec 2',
    section: 'Worker server build',
    rule: 'Another start failure is 503 server_unavailable, SERVER_START_FAILED, Retry-After; delays back off 1, 2, 4, 8 seconds and so on.',
  },
];
