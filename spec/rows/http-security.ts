import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Binding, hosts, origins, bodies and options of a built bundle. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D2.host.variable': 'SERVICE_ALLOWED_HOSTS (comma separated) sets the list; code wins over the variable.',
  'D2.host.open': 'On 0.0.0.0 nothing is enforced until hosts are listed; enabled: false turns checks off.',
  'D2.host.strict':
    'With strict and no listed host only loopback names and the host of SERVICE_PUBLIC_URL are answered, by fetch handlers too; bindAddress: all wins over it, and dnsRebindingProtection.enabled: false beside it is refused.',
  'D2.origin.bundle': 'With allowedOrigins an unlisted Origin is 403 Invalid Origin header before anything else.',
  'D2.bind.bundle':
    'Bind precedence: option, SERVICE_BIND_ADDRESS, strict, distributed mode, 127.0.0.1; bindAddress: all wins over strict.',
  'D2.body-limit.option': 'http.bodyLimit in bytes or units; over it the 413 of the document.',
  'R7.credentials-first':
    'A body over the limit without credentials is 401, the body unread; with them it is the 413 of that limit, with id null.',
  'D2.body-limit.form': 'Form bodies have http.urlencodedLimit, else bodyLimit.',
  'S1.3.body-limit-text': 'The text of a bad body limit.',
  'I4.options.all-at-once': 'Invalid option values stop the start with one message naming option, class of value and rule; all at once.',
  'R6.variables.all-at-once': 'Invalid variables are in the same message; their values are not.',
  'I4.proxy.off': 'Forwarded headers are not trusted without SERVICE_TRUST_PROXY.',
  'I4.proxy.on': 'With SERVICE_TRUST_PROXY as many items as there are proxies are believed, from the right.',
  'I4.body.slow': 'A slow body ends with 408.',
});
