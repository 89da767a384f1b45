import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The fetch handler and the worker build around it. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.fetch.call': 'The web-standard request handler serves clients with sessions and clients of 2026-07-28.',
  'D2.fetch.health':
    'Fetch handler: 200 { status: ok, server: { name, version }, transport: web-fetch }, runs no checks; /readyz only when enabled.',
  'D2.404.fetch': 'Unknown path on the fetch handler: 404 { error: Not Found, entryPaths: [<entry path>] }.',
  'D2.fetch.hosts': 'The fetch handler checks host names only once allowedHosts is given; allowedOrigins acts whenever it is set.',
  'D2.fetch.body-limit': 'The same 413 on the fetch handler.',
  'D2.fetch.stream': 'Event streams leave the fetch handler as they are written.',
  'D2.fetch.cancel': 'A client that goes away aborts its call on the fetch host as on the node host.',
  'D2.fetch.back-pressure': 'A slow reader of a stream on the fetch host holds its writer back.',
  'D2.fetch.defaults':
    'A worker without options: two fixed headers, no CORS, no host checks, no metrics, no readiness, 404 JSON with entryPaths.',
  'D2.fetch.options': 'The http options hold on a worker as on Node, code over variables; its metrics have no service_process_* gauges.',
  'D2.fetch.variables': 'SERVICE_* variables of a worker set headers, policy, hosts and CORS.',
  'D2.fetch.misconfigured': 'Bad variables of a worker are one CONFIG_INVALID that names them all and no value.',
  'D2.worker.lazy': 'The first request builds the server; later requests reuse it.',
  'D2.worker.misconfigured':
    'A configuration fault is 500 { error: server_misconfigured, code, message }; after the delay a request builds again.',
  'D2.worker.unavailable':
    'Another start failure is 503 server_unavailable, SERVER_START_FAILED, Retry-After; delays back off 1, 2, 4, 8 seconds and so on.',
});
