import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What an audit by clients of our own found beside the rows of the sections themselves. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.fetch.routes': 'http.routes: what a handler answers arrives as it is on the fetch handler too.',
  'oauth13.absolute-form':
    'An absolute-form request line names a host like Host does: another one is 403, and the own one is served (RFC 9112 section 3.2.2).',
  'rfc9112.host':
    'Where requests tell the public address, a Host (or a trusted X-Forwarded-Host) that names no host is 400, and no document, token or link is made for another one (RFC 9112 section 3.2).',
  'http.headers.all': 'Every header of a request is read, however many stand before it: their bytes are limited, their number is not.',
  'I4.body.bom': 'A byte order mark is ignored on both hosts (RFC 8259 section 8.1).',
  'I4.expect.continue': 'Expect: 100-continue: the body is asked for once it is wanted (RFC 9110 section 10.1.1).',
  'I4.expect.refused':
    'Who is refused by host, origin, credentials, type or announced length is never asked for the body (RFC 9110 section 10.1.1).',
  'I4.expect.other': 'Another expectation is 417 (RFC 9110 section 10.1.1).',
  'I4.accept.case': 'Media types of Accept have no case.',
  'S5.3.session.texts': 'Unknown session id: 404 "invalid session id"; expired: 404 with another text, which only its owner gets.',
  'S5.8.retry-after': 'Retry-After: the next request after it is served.',
  'S5.8.trust-proxy': 'ipFilter.trustProxy: forwarded headers are trusted with SERVICE_TRUST_PROXY alone, and a start without it says so.',
  'S5.9.metrics.codes':
    'Start errors METRICS_PATH_CONFLICT and METRICS_TOKEN_NOT_CONFIGURED are named; on a worker they are configuration faults.',
  'S5.2.event-store.numbers': 'eventStore.maxEvents, eventStore.ttlMs and ipFilter.trustedProxyDepth are integers of at least 1.',
  'I4.log.request-id': 'Structured logs name the request.',
  'D2.hosts.bound-address': 'An address of loopback that the server listens on is among the hosts that it answers.',
});
