import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** CORS. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.cors.none': 'No CORS headers on any route without http.cors.',
  'D2.cors.preflight': 'Preflight max-age 300 when unset; an origin that is not listed gets no CORS header.',
  'F15.cors.headers': 'CORS allows the request headers of the protocol.',
  'D2.cors.answers': 'Answers expose WWW-Authenticate and Mcp-Session-Id to allowed origins.',
  'D2.cors.any': 'origin: true allows every origin.',
  'R11.cors.credentials': 'origin: true with credentials is refused.',
  'D2.cors.variables': 'SERVICE_CORS_* is used only when the decorator sets no http.cors.',
});
