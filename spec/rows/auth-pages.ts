import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Pages of the authorization server. */
export const rows: readonly RequirementRow[] = rowsOf({
  'auth.page.form':
    'The sign-in page is an HTML form with pending_auth_id and the login fields; its title is the login title and a suffix naming the service.',
  'auth.page.client': 'Client name, hosts and granted scopes are shown; loopback clients are warned about.',
  'auth.page.escape': 'Nothing is reflected unescaped.',
  'auth.page.bidi': 'Bidi controls and line breaks in client_name, scope, problems and other texts are neutralised.',
  'auth.page.error': 'The page comes back with the message beside its field and the typed values, password fields excepted.',
  'auth.page.logo': 'logo is an https address or a data image.',
  'R21.page': 'The page says that identity is not checked.',
  'R12.own-origin': 'Only a foreign Origin is refused: the own pages post where allowedOrigins is set.',
  'R30.pages': "Auth pages carry their own CSP (frame-ancestors 'none', no form-action) and framing headers.",
});
