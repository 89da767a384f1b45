import type { RequirementRow } from '../requirement-row.ts';

const row = (...[id, document, section, rule]: readonly [string, string, string, string]): RequirementRow => ({
  id,
  document,
  section,
  rule,
});

/** Secure store, credential vault and connect links: document 1, supplement N9, rulings 23 and 26. */
export const rows: readonly RequirementRow[] = [
  row('D1.secure-store', 'spec 1', 'Tool-side secure store', 'get, set, delete, list; per user; session behaves like user on 2026-07-28.'),
  row('D1.secure-store.backend', 'spec 1', 'Options', 'A backend with get, set, delete, list; scope global; values are encrypted.'),
  row('R26.secure-store', 'spec 5', '26', 'Anonymous subjects get no vault and a clear error from the secure store.'),
  row(
    'vault.unreadable',
    'sign-in',
    'What tools can keep',
    'A stored credential, secret or provider token that does not open (another key, truncated, changed, of somebody else) counts as absent; the log says so once for each kind, without the value and its name.',
  ),
  row('D1.credentials', 'spec 1', 'authenticate', 'credentials go to the vault of the user.'),
  row(
    'vault.tools',
    'spec 4',
    '3.6',
    'Where people sign in, a name in `authProviders` of a tool that its app does not make is an entry of the vault of the caller.',
  ),
  row(
    'D1.credentials.list',
    'spec 1',
    'authenticate',
    'credentials may be a list of { key, secret, metadata? }; get(key) gives { secret, metadata? }. Anything else, or a key twice, refuses the sign-in, and the log names no secret.',
  ),
  row(
    'N9.connect',
    'spec 4',
    'N9',
    'GET shows the page of one credential; POST runs authenticate with resume; ok stores and shows a done page; single-use.',
  ),
  row('N9.connect.ticket', 'spec 4', 'N9', 'Bad or expired ticket: 400 HTML page.'),
  row('N9.connect.configured', 'spec 4', 'N9', 'Connecting not configured: 409.'),
  row('R23.connect.person', 'spec 5', '23', 'A connect link requires a sign-in as its sub.'),
];
