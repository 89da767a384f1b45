import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What signing in holds against an outsider: fields, guessing, foreign forms, addresses, patterns and refreshes. */
export const rows: readonly RequirementRow[] = rowsOf({
  'guard.fields.declared':
    'Only declared fields (login.fields, else email and name) reach authenticate; a page of the author’s own without login.fields passes every field.',
  'guard.fields.claims': 'A field that nobody declared becomes neither a claim nor the subject, with and without authenticate.',
  'guard.fields.identity':
    'A field that becomes the subject, email or name reaches authenticate in the form that the token gets: one line without space around it, email and name of 320 characters.',
  'guard.fields.profile': 'profile of authenticate names email and name of the token; the form then names neither.',
  'guard.fields.connect': 'The connect page passes only the fields that it shows.',
  'guard.audience.forged':
    'Tokens of another issuer: the address of an unpinned request counts as audience only where expectedAudience is not set.',
  'guard.audience.start':
    'transparent without a pinned address and expectedAudience refuses to start in production and on a socket file; elsewhere off loopback it warns.',
  'guard.redirect.pattern':
    'A star of dcr.allowedRedirectUris stands for characters of one label, port, segment or query of the URI as WHATWG URL parses it; entries without a star and registered URIs are compared as text.',
  'guard.guess.page': 'A page takes 30 posts; attempts are counted before they are made.',
  'guard.guess.counted':
    'Failed authenticate answers are counted by address, page and identifier over all pages and instances; after the free ones the delay grows from 1 s to at most 30 s.',
  'guard.guess.at-once':
    'A delayed attempt is answered at once with the page that names the delay; authenticate is not called, and it is never 429.',
  'guard.guess.known':
    'The failures of an identifier do not delay an address that signed it in before, as it was typed then. A success makes known one identifier: of a form whose fields nobody declared the one of login.subject, else the only one.',
  'guard.guess.proxies':
    'Behind an untrusted proxy failures and known identifiers belong to the caller that the proxy names last, and all its callers together have 1,000 failures: one of them delays no other. Callers of a socket file have no address, and none is counted.',
  'guard.guess.extras':
    'Refused requests to functions of auth.extras count as failed sign-ins do, by page and by address; a delayed one is answered at once, and the function does not run.',
  'guard.guess.parallel':
    'An attempt is counted before it is made, so that of attempts at once only the free ones are made; those beyond them wait for one another’s end. A success takes its count back.',
  'signin.private-schemes':
    'dcr.privateUseSchemes lists schemes of apps on the device (RFC 8252 section 7.1), none by default and none that browsers open themselves; a redirect URI with one is taken at registration, in dcr.clients, in allowedRedirectUris and at authorize, compared exactly; pages say that the answer goes to an app on this device; what the check of options accepts the start accepts.',
  'guard.sign-in.queue':
    'Requests of one sign-in run one after another on each instance; eight wait, further ones are answered 503, and the work of a client that has gone is not begun.',
  'guard.sign-in.swaps': 'A swap of a record of sign-in is tried a few times and then given up with 503, at once when the client has gone.',
  'guard.guess.bounded': 'Counts forget after 15 minutes and take a bounded number of keys, made with a secret.',
  'guard.guess.audit':
    'Each failure is one line of the log with address, identifier, client and count, and without what was typed beside it.',
  'guard.guess.context': 'authenticate and the functions of auth.extras are told the address of the peer where the host knows it.',
  'guard.forms.value': 'Every built-in page carries a CSRF value bound to its cookie; another value is always refused.',
  'guard.forms.origin':
    'A posted form is judged by Sec-Fetch-Site (same-origin only), else by Origin (our own; null needs the value); with neither header it is accepted.',
  'guard.forms.account': 'The account that a connect page shows comes only from authenticate.',
  'guard.exchange.document':
    'A code of a client with a metadata document is exchanged by its record: the document was judged at sign-in and is not fetched. A kind of client that is not taken any more is 401 invalid_client.',
  'guard.refresh.client':
    'A refresh checks allowedClientIds and, unless requireRegisteredClients is false, that a registered client is still there. Clients of a metadata document are exempt, and their document is not fetched.',
  'guard.template.controls': 'No value of a resource template holds a control character, NUL and line breaks above all.',
  'guard.template.decoded': '{name} of a resource template holds no separator, written as it is or percent-encoded; {+path} may.',
  'guard.template.dots':
    'A value of a resource template that is . or .., or holds such a segment, fits no template, {+path} included, however it is written.',
  'guard.template.absolute':
    'After a / in a resource template no value of {+path} begins with a separator, however it is written; file://{+path} alone takes whole paths.',
  'guard.audience.warnings': 'Every mode that takes issuer or audience from the request warns at start, on socket files as well.',
});
