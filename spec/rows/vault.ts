import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Secure store, credential vault and connect links. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D1.secure-store': 'get, set, delete, list; per user; session behaves like user on 2026-07-28.',
  'D1.secure-store.backend': 'A backend with get, set, delete, list; scope global; values are encrypted.',
  'R26.secure-store': 'Anonymous subjects get no vault and a clear error from the secure store.',
  'vault.unreadable':
    'A stored credential, secret or provider token that does not open (another key, truncated, changed, of somebody else) counts as absent; the log says so once for each kind, without the value and its name.',
  'D1.credentials': 'credentials go to the vault of the user.',
  'vault.tools':
    'Where people sign in, a name in `authProviders` of a tool that its app does not make is an entry of the vault of the caller.',
  'D1.credentials.list':
    'credentials may be a list of { key, secret, metadata? }; get(key) gives { secret, metadata? }. Anything else, or a key twice, refuses the sign-in, and the log names no secret.',
  'N9.connect': 'GET shows the page of one credential; POST runs authenticate with resume; ok stores and shows a done page; single-use.',
  'N9.connect.ticket': 'Bad or expired ticket: 400 HTML page.',
  'N9.connect.configured': 'Connecting not configured: 409.',
  'R23.connect.person': 'A connect link requires a sign-in as its sub.',
});
