import type { RequirementRow } from '../requirement-row.ts';

const d1 = (id: string, section: string, rule: string): RequirementRow => ({ id: `D1.${id}`, document: 'spec 1', section, rule });
const ruling = (id: string, rule: string): RequirementRow => ({ id, document: 'spec 5', section: /\d+/.exec(id)?.[0] ?? '', rule });
const supplement = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'spec 4', section, rule });

/** Registration of clients: document 1, dcr and POST /oauth/register. */
export const rows: readonly RequirementRow[] = [
  d1('register', 'POST /oauth/register', '201 with client_id; a client_secret for the secret methods; no-store.'),
  d1('register.errors', 'Errors', 'invalid_redirect_uri, invalid_client_metadata, 500 CONFIG_INVALID.'),
  d1('dcr.enabled', 'dcr', 'Off in production and by option: 404 access_denied, and no registration_endpoint.'),
  d1('dcr.clients', 'dcr', 'Code-registered clients.'),
  d1('dcr.allowedRedirectUris', 'dcr', 'Exact or with *; loopback alone without it.'),
  d1('dcr.loopback', 'dcr', 'localhost, 127.0.0.0/8 and ::1.'),
  d1('dcr.allowedClientIds', 'dcr', 'Without dcr.clients it refuses every registration; with them registration still answers 201.'),
  d1('dcr.initialAccessToken', 'dcr', 'Registration needs it as bearer token, else 401.'),
  d1('dcr.maxDynamicClients', 'dcr', 'Beyond it 503; 0 refuses all; the count is atomic.'),
  supplement('N12.body', '2', 'Registration body: everything as stored.'),
  ruling('R1.verbatim', 'Text that holds quotation marks is verbatim in JSON bodies.'),
  ruling('R29.unused', 'Registrations never used expire after 24 h.'),
];
