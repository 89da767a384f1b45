import type { RequirementRow } from '../requirement-row.ts';

/** Paths, start and stop of the HTTP server: document 2 and issue 2. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.endpoint.path',
    document: 'spec 2',
    section: 'Where the MCP endpoint is',
    rule: 'The endpoint is at http.entryPath; a leading slash is added and trailing ones are dropped.',
  },
  { id: 'D2.endpoint.root', document: 'spec 2', section: 'Where the MCP endpoint is', rule: 'Without an entry path the endpoint is /.' },
  {
    id: 'D2.404.node',
    document: 'spec 2',
    section: 'Errors',
    rule: "Unknown path on the node server: an HTML 404 page with Content-Security-Policy: default-src 'none' that shows the path as text only.",
  },
  {
    id: 'D2.body-limit',
    document: 'spec 2',
    section: 'Errors',
    rule: 'Body over limit: 413 with the JSON-RPC body, id null, limit and length.',
  },
  {
    id: 'D2.health',
    document: 'spec 2',
    section: 'HTTP paths of the running server',
    rule: 'GET /healthz, /health and /readyz are public.',
  },
  {
    id: 'D2.bind',
    document: 'spec 2',
    section: 'http.security',
    rule: 'Bind address: option, then SERVICE_BIND_ADDRESS, then strict, then distributed mode, then 127.0.0.1.',
  },
  {
    id: 'D2.runner.flags',
    document: 'spec 2',
    section: 'Stdio',
    rule: 'The server runner refuses any other flag with exit code 2 and the fixed text, in the bundle too.',
  },
  { id: 'D2.runner.version', document: 'spec 2', section: 'Stdio', rule: 'The server runner accepts --help and --version.' },
  {
    id: 'D2.drain',
    document: 'issue 3',
    section: 'Transports',
    rule: 'On a signal calls in flight finish and new ones are refused with 503 and Retry-After.',
  },
  {
    id: 'I2.port-in-use',
    document: 'issue 2',
    section: 'Bad input',
    rule: 'A port in use is one message that names its owner, exit code 1.',
  },
  {
    id: 'R6.variables',
    document: 'spec 5',
    section: '6',
    rule: 'An invalid environment variable stops the start; its name, its rule and what was given are said, a text itself is not.',
  },
];
