import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Startup audit lines. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.audit.silent': 'Audit lines are for production or distributed mode.',
  'D2.audit.codes': 'CORS_*, BIND_*, DNS_REBINDING_* and STRICT_MODE_HINT, each in its situation, before listening.',
  'I4.log.injection': 'A log record is one: what strangers wrote begins no other, and holds nothing that a terminal obeys (CWE-117).',
  'I4.connections.refused': 'A connection whose bytes are no request is closed, also when its client keeps its own side open.',
  'I4.body.ended-early': "A body that breaks off is told so in our words: the platform's are not for strangers.",
  'D2.body-limit.sign-in':
    'Form bodies of sign-in have http.urlencodedLimit, else bodyLimit; over it the same 413, on the fetch handler too.',
  'I4.paths.encoded':
    'A path of an option holds no encoding that a proxy may undo (RFC 3986 section 6.2.2.2): two readers would see two paths.',
  'I4.origins.spelling':
    'An origin that no browser sends (wildcard, standard port, letters of other scripts) is refused: it would allow nobody in silence.',
  'I4.routes.unsendable':
    'What a handler of http.routes returns and no host can send is 500 and a line in the log, never a client that waits.',
  'I4.handler.repeated':
    "Two Host headers are refused in somebody else's node:http server too, as are two that name the caller or the body's type.",
});
