import type { RequirementRow } from '../requirement-row.ts';

/** Binding, hosts, origins, bodies and options of a built bundle: document 2 and issue 4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.host.variable',
    document: 'spec 2',
    section: 'http.security',
    rule: 'SERVICE_ALLOWED_HOSTS (comma separated) sets the list; code wins over the variable.',
  },
  {
    id: 'D2.host.open',
    document: 'spec 2',
    section: 'http.security',
    rule: 'On 0.0.0.0 nothing is enforced until hosts are listed; enabled: false turns checks off.',
  },
  {
    id: 'D2.host.strict',
    document: 'spec 2',
    section: 'http.security',
    rule: 'With strict and no listed host only loopback names and the host of SERVICE_PUBLIC_URL are answered, by fetch handlers too; bindAddress: all wins over it, and dnsRebindingProtection.enabled: false beside it is refused.',
  },
  {
    id: 'D2.origin.bundle',
    document: 'spec 2',
    section: 'http.security',
    rule: 'With allowedOrigins an unlisted Origin is 403 Invalid Origin header before anything else.',
  },
  {
    id: 'D2.bind.bundle',
    document: 'spec 2',
    section: 'http.security',
    rule: 'Bind precedence: option, SERVICE_BIND_ADDRESS, strict, distributed mode, 127.0.0.1; bindAddress: all wins over strict.',
  },
  {
    id: 'D2.body-limit.option',
    document: 'spec 2',
    section: 'Limits',
    rule: 'http.bodyLimit in bytes or units; over it the 413 of the document.',
  },
  {
    id: 'R7.credentials-first',
    document: 'spec 5',
    section: '7',
    rule: 'A body over the limit without credentials is 401, the body unread; with them it is the 413 of document 2 with id null.',
  },
  { id: 'D2.body-limit.form', document: 'spec 2', section: 'Limits', rule: 'Form bodies have http.urlencodedLimit, else bodyLimit.' },
  { id: 'S1.3.body-limit-text', document: 'spec 4', section: '1.3', rule: 'The text of a bad body limit.' },
  {
    id: 'I4.options.all-at-once',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'Invalid option values stop the start with one message naming option, class of value and rule; all at once.',
  },
  {
    id: 'R6.variables.all-at-once',
    document: 'issue 4',
    section: 'Bad input',
    rule: 'Invalid variables are in the same message; their values are not.',
  },
  { id: 'I4.proxy.off', document: 'issue 4', section: 'Deliver 3', rule: 'Forwarded headers are not trusted without SERVICE_TRUST_PROXY.' },
  {
    id: 'I4.proxy.on',
    document: 'issue 4',
    section: 'Deliver 3',
    rule: 'With SERVICE_TRUST_PROXY as many items as there are proxies are believed, from the right.',
  },
  { id: 'I4.body.slow', document: 'facts oauth', section: '13', rule: 'A slow body ends with 408.' },
];
