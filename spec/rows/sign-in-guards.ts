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
  row('audience.warnings', '48', 'Every mode that takes issuer or audience from the request warns at start, on socket files as well.'),
];
