import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Registration of clients. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D1.register': '201 with client_id; a client_secret for the secret methods; no-store.',
  'D1.register.errors':
    'invalid_redirect_uri; 400 invalid_client_metadata (RFC 7591), also for a body that is no JSON or no object; 500 CONFIG_INVALID without redirect_uris, for an empty list and for an unknown method.',
  'D1.dcr.enabled': 'Off in production and by option: 404 access_denied, and no registration_endpoint.',
  'D1.dcr.clients': 'Code-registered clients.',
  'D1.dcr.allowedRedirectUris': 'Exact or with *; loopback alone without it.',
  'D1.dcr.loopback': 'localhost, 127.0.0.0/8 and ::1.',
  'D1.dcr.allowedClientIds': 'Without dcr.clients it refuses every registration; with them registration still answers 201.',
  'D1.dcr.initialAccessToken': 'Registration needs it as bearer token, else 401.',
  'D1.dcr.maxDynamicClients': 'Beyond it 503; 0 refuses all; the count is atomic.',
  'N12.body': 'Registration body: everything as stored.',
  'R1.verbatim': 'Text that holds quotation marks is verbatim in JSON bodies.',
  'R29.unused': 'Registrations never used expire after 24 h.',
});
