import type { RequirementRow } from '../requirement-row.ts';

/** CORS: document 2, ruling 11, facts on HTTP security. */
export const rows: readonly RequirementRow[] = [
  { id: 'D2.cors.none', document: 'spec 2', section: 'Other http options', rule: 'No CORS headers on any route without http.cors.' },
  {
    id: 'D2.cors.preflight',
    document: 'spec 4',
    section: '1.3',
    rule: 'Preflight max-age 300 when unset; an origin that is not listed gets no CORS header.',
  },
  { id: 'F15.cors.headers', document: 'facts mcp', section: '15', rule: 'CORS allows the request headers of the protocol.' },
  {
    id: 'D2.cors.answers',
    document: 'spec 4',
    section: '1.3',
    rule: 'Answers expose WWW-Authenticate and Mcp-Session-Id to allowed origins.',
  },
  { id: 'D2.cors.any', document: 'spec 4', section: '1.3', rule: 'origin: true allows every origin.' },
  { id: 'R11.cors.credentials', document: 'spec 5', section: '11', rule: 'origin: true with credentials is refused.' },
  {
    id: 'D2.cors.variables',
    document: 'spec 2',
    section: 'http.securityHeaders',
    rule: 'SERVICE_CORS_* is used only when the decorator sets no http.cors.',
  },
];
