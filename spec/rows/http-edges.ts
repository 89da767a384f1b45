import type { RequirementRow } from '../requirement-row.ts';

/** What an audit by clients of our own found beside the rows of the sections themselves: documents 2, 4 and 5, issue 4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.fetch.routes',
    document: 'spec 2',
    section: 'HTTP paths of the running server',
    rule: 'http.routes: what a handler answers arrives as it is on the fetch handler too.',
  },
  {
    id: 'oauth13.absolute-form',
    document: 'facts oauth',
    section: '13',
    rule: 'An absolute-form request line names a host like Host does: another one is 403, and the own one is served (RFC 9112 section 3.2.2).',
  },
  {
    id: 'rfc9112.host',
    document: 'issue 4',
    section: 'Deliver',
    rule: 'Where requests tell the public address, a Host (or a trusted X-Forwarded-Host) that names no host is 400, and no document, token or link is made for another one (RFC 9112 section 3.2).',
  },
  {
    id: 'I4.body.bom',
    document: 'issue 4',
    section: 'Deliver',
    rule: 'A byte order mark is ignored on both hosts (RFC 8259 section 8.1).',
  },
  {
    id: 'I4.expect.continue',
    document: 'issue 4',
    section: 'Deliver',
    rule: 'Expect: 100-continue: the body is asked for once it is wanted (RFC 9110 section 10.1.1).',
  },
  {
    id: 'I4.expect.refused',
    document: 'spec 5',
    section: 'ruling 7',
    rule: 'Who is refused by host, origin, credentials, type or announced length is never asked for the body (RFC 9110 section 10.1.1).',
  },
  { id: 'I4.expect.other', document: 'issue 4', section: 'Deliver', rule: 'Another expectation is 417 (RFC 9110 section 10.1.1).' },
  { id: 'I4.accept.case', document: 'facts mcp-protocol', section: '4.3', rule: 'Media types of Accept have no case.' },
  {
    id: 'S5.3.session.texts',
    document: 'spec 4',
    section: '5.3',
    rule: 'Unknown session id: 404 "invalid session id"; expired: 404 with another text, which only its owner gets.',
  },
  { id: 'S5.8.retry-after', document: 'spec 4', section: '5.8', rule: 'Retry-After: the next request after it is served.' },
  {
    id: 'S5.8.trust-proxy',
    document: 'spec 4',
    section: '5.8',
    rule: 'ipFilter.trustProxy: forwarded headers are trusted with SERVICE_TRUST_PROXY alone, and a start without it says so.',
  },
  {
    id: 'S5.9.metrics.codes',
    document: 'spec 4',
    section: '5.9',
    rule: 'Start errors METRICS_PATH_CONFLICT and METRICS_TOKEN_NOT_CONFIGURED are named; on a worker they are configuration faults.',
  },
  {
    id: 'S5.2.event-store.numbers',
    document: 'spec 4',
    section: '5.2',
    rule: 'eventStore.maxEvents, eventStore.ttlMs and ipFilter.trustedProxyDepth are integers of at least 1.',
  },
  { id: 'I4.log.request-id', document: 'issue 4', section: 'Deliver 2', rule: 'Structured logs name the request.' },
  {
    id: 'D2.hosts.bound-address',
    document: 'spec 2',
    section: 'http.security',
    rule: 'An address of loopback that the server listens on is among the hosts that it answers.',
  },
];
