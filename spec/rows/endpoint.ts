import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Paths, start and stop of the HTTP server. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.endpoint.path': 'The endpoint is at http.entryPath; a leading slash is added and trailing ones are dropped.',
  'D2.endpoint.root': 'Without an entry path the endpoint is /.',
  'D2.404.node':
    "Unknown path on the node server: an HTML 404 page with Content-Security-Policy: default-src 'none' that shows the path as text only.",
  'D2.body-limit': 'Body over limit: 413 with the JSON-RPC body, id null, limit and length.',
  'D2.health': 'GET /healthz, /health and /readyz are public.',
  'D2.bind': 'Bind address: option, then SERVICE_BIND_ADDRESS, then strict, then distributed mode, then 127.0.0.1.',
  'D2.runner.flags': 'The server runner refuses any other flag with exit code 2 and the fixed text, in the bundle too.',
  'D2.runner.version': 'The server runner accepts --help and --version.',
  'D2.drain': 'On a signal calls in flight finish and new ones are refused with 503 and Retry-After.',
  'I2.port-in-use': 'A port in use is one message that names its owner, exit code 1.',
  'R6.variables': 'An invalid environment variable stops the start; its name, its rule and what was given are said, a text itself is not.',
});
