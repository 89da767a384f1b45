import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id: `guard.${id}`, document: 'spec 5', section, rule });

/** What signing in holds against an outsider: fields, guessing, foreign forms, addresses, patterns and refreshes. */
export const rows: readonly RequirementRow[] = [
  row(
    'fields.declared',
    '47',
    'Only declared fields (login.fields, else email and name) reach authenticate; a page of the author’s own without login.fields passes every field.',
  ),
  row('fields.claims', '47', 'A field that nobody declared becomes neither a claim nor the subject, with and without authenticate.'),
  row('fields.profile', '47', 'profile of authenticate names email and name of the token; the form then names neither.'),
  row('fields.connect', '47', 'The connect page passes only the fields that it shows.'),
  row(
    'audience.forged',
    '48',
    'Tokens of another issuer: the address of an unpinned request counts as audience only where expectedAudience is not set.',
  ),
  row(
    'audience.start',
    '48',
    'transparent without a pinned address and expectedAudience refuses to start in production and on a socket file; elsewhere off loopback it warns.',
  ),
  row(
    'redirect.pattern',
    'issue 15',
    'A star of dcr.allowedRedirectUris stands for characters of one label, port, segment or query of the URI as WHATWG URL parses it; entries without a star and registered URIs are compared as text.',
  ),
  row('guess.page', '50', 'A page takes 30 posts; attempts are counted before they are made.'),
  row(
    'guess.counted',
    '50',
    'Failed authenticate answers are counted by address, page and identifier over all pages and instances; after the free ones the delay grows from 1 s to at most 30 s.',
  ),
  row(
    'guess.at-once',
    '50',
    'A delayed attempt is answered at once with the page that names the delay; authenticate is not called, and it is never 429.',
  ),
  row('guess.known', '50', 'The failures of an identifier do not delay an address that signed it in before.'),
  row('guess.parallel', '50', 'Of attempts at once, those beyond the free ones wait for one another’s end.'),
  row('guess.bounded', '50', 'Counts forget after 15 minutes and take a bounded number of keys, made with a secret.'),
  row(
    'guess.audit',
    '50',
    'Each failure is one line of the log with address, identifier, client and count, and without what was typed beside it.',
  ),
  row('guess.context', '50', 'authenticate is told the address of the peer where the host knows it.'),
  row('forms.value', '53', 'Every built-in page carries a CSRF value bound to its cookie; another value is always refused.'),
  row(
    'forms.origin',
    '53',
    'A posted form is judged by Sec-Fetch-Site (same-origin only), else by Origin (our own; null needs the value); with neither header it is accepted.',
  ),
  row('forms.account', '53', 'The account that a connect page shows comes only from authenticate.'),
  row(
    'exchange.document',
    'exchange of a code',
    'A code of a client with a metadata document is exchanged by its record: the document was judged at sign-in and is not fetched. A kind of client that is not taken any more is 401 invalid_client.',
  ),
  row(
    'refresh.client',
    '52',
    'A refresh checks allowedClientIds and, unless requireRegisteredClients is false, that a registered client is still there. Clients of a metadata document are exempt, and their document is not fetched.',
  ),
  row(
    'template.decoded',
    'issue 15',
    '{name} of a resource template holds no separator, written as it is or percent-encoded; {+path} may.',
  ),
  row(
    'template.dots',
    'resource templates',
    'A value of a resource template that is . or .., or holds such a segment, fits no template, {+path} included, however it is written.',
  ),
  row('audience.warnings', '48', 'Every mode that takes issuer or audience from the request warns at start, on socket files as well.'),
];
