import type { RequirementRow } from '../requirement-row.ts';

/** Startup audit lines: document 2, events. */
export const rows: readonly RequirementRow[] = [
  { id: 'D2.audit.silent', document: 'spec 2', section: 'Events', rule: 'Audit lines are for production or distributed mode.' },
  {
    id: 'D2.audit.codes',
    document: 'spec 2',
    section: 'Events',
    rule: 'CORS_*, BIND_*, DNS_REBINDING_* and STRICT_MODE_HINT, each in its situation, before listening.',
  },
  {
    id: 'I4.log.injection',
    document: 'issue 4',
    section: 'Deliver 2',
    rule: 'A log record is one: what strangers wrote begins no other, and holds nothing that a terminal obeys (CWE-117).',
  },
  {
    id: 'I4.connections.refused',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'A connection whose bytes are no request is closed, also when its client keeps its own side open.',
  },
  {
    id: 'I4.body.ended-early',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: "A body that breaks off is told so in our words: the platform's are not for strangers.",
  },
  {
    id: 'D2.body-limit.sign-in',
    document: 'spec 2',
    section: 'Limits',
    rule: 'Form bodies of sign-in have http.urlencodedLimit, else bodyLimit; over it the 413 of document 2, on the fetch handler too.',
  },
  {
    id: 'I4.paths.encoded',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'A path of an option holds no encoding that a proxy may undo (RFC 3986 section 6.2.2.2): two readers would see two paths.',
  },
  {
    id: 'I4.origins.spelling',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'An origin that no browser sends (wildcard, standard port, letters of other scripts) is refused: it would allow nobody in silence.',
  },
  {
    id: 'I4.routes.unsendable',
    document: 'issue 4',
    section: 'Bars',
    rule: 'What a handler of http.routes returns and no host can send is 500 and a line in the log, never a client that waits.',
  },
  {
    id: 'I4.handler.repeated',
    document: 'spec 5',
    section: 'Attacks',
    rule: "Two Host headers are refused in somebody else's node:http server too, as are two that name the caller or the body's type.",
  },
];
