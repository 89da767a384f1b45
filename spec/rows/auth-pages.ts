import type { RequirementRow } from '../requirement-row.ts';

/** Pages of the authorization server: document 1, rulings 21 and 30, supplement N1, facts oauth.md section 11. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'auth.page.form',
    document: 'spec 1',
    section: 'Endpoints',
    rule: 'The sign-in page is an HTML form with pending_auth_id and the login fields; its title is the login title and a suffix naming the service.',
  },
  {
    id: 'auth.page.client',
    document: 'issue 6',
    section: '4',
    rule: 'Client name, hosts and granted scopes are shown; loopback clients are warned about.',
  },
  { id: 'auth.page.escape', document: 'issue 6', section: 'Bad input', rule: 'Nothing is reflected unescaped.' },
  {
    id: 'auth.page.bidi',
    document: 'spec 5',
    section: 'Attacks',
    rule: 'Bidi controls and line breaks in client_name, scope and other texts are neutralised.',
  },
  {
    id: 'auth.page.error',
    document: 'spec 1',
    section: 'authenticate',
    rule: 'The page comes back with the message beside its field and the typed values, password fields excepted.',
  },
  { id: 'auth.page.logo', document: 'spec 4', section: 'N1', rule: 'logo is an https address or a data image.' },
  { id: 'R21.page', document: 'spec 5', section: '21', rule: 'The page says that identity is not checked.' },
  {
    id: 'R12.own-origin',
    document: 'spec 5',
    section: '12',
    rule: 'Only a foreign Origin is refused: the own pages post where allowedOrigins is set.',
  },
  {
    id: 'R30.pages',
    document: 'spec 5',
    section: '30',
    rule: "Auth pages carry their own CSP (frame-ancestors 'none', no form-action) and framing headers.",
  },
];
