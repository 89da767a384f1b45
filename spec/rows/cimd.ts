import type { RequirementRow } from '../requirement-row.ts';

const n4 = (id: string, rule: string): RequirementRow => ({ id, document: 'spec 4', section: 'N4', rule });
const facts = (id: string, rule: string): RequirementRow => ({ id, document: 'facts oauth', section: '8', rule });

/** Client ID Metadata Documents: document 1, supplement N4, rulings 14 and 24, facts oauth.md section 8. */
export const rows: readonly RequirementRow[] = [
  n4('cimd.client', 'A client is what its document says; authentication method none by default.'),
  n4('cimd.url', 'A CIMD URL is https with a path other than /, no fragment, no credentials; written in one way only.'),
  n4('cimd.document', 'client_id equals the URL; client_name and redirect_uris are required; no secrets, no private keys.'),
  facts('cimd.status', 'Exactly 200 and JSON.'),
  n4('cimd.codes', 'CIMD_SECURITY_ERROR, CIMD_RESPONSE_TOO_LARGE, CIMD_FETCH_ERROR.'),
  n4('cimd.disabled', 'enabled: false answers CIMD_DISABLED.'),
  n4('cimd.cache', 'TTL from Cache-Control: max-age; the ETag is kept with the entry.'),
  n4('cimd.cache.bounds', 'TTL clamped to minTtlMs and maxTtlMs, defaultTtlMs without a word.'),
  facts('cimd.cache.errors', 'Errors and invalid documents are never cached.'),
  n4('cimd.cache.redis', 'cache.type redis: documents are shared by the instances, keyPrefix cimd:.'),
  facts('cimd.cache.size', 'The cache is bounded.'),
  { id: 'cimd.coalesce', document: 'spec 5', section: '24', rule: 'One fetch at a time per URL; 100 concurrent sign-ins are one fetch.' },
  n4('cimd.domains', 'allowedDomains, blockedDomains; own-host URLs are refused.'),
  n4('cimd.redirects', 'redirectPolicy deny, same-origin, allow; maxRedirects.'),
  n4('cimd.options', 'timeoutMs, maxResponseSizeBytes, blockPrivateIPs, allowInsecureForTesting.'),
  n4('cimd.loopback', 'warnOnLocalhostRedirects.'),
  n4('cimd.ssrf.resolved', 'Host names are resolved and every address is checked before fetching.'),
  facts('cimd.ssrf.addresses', 'Special-use addresses of RFC 6890 are refused.'),
  facts('cimd.ssrf.pinned', 'The connection goes to the checked address.'),
  { id: 'cimd.limit.size', document: 'spec 5', section: '14', rule: 'Body cap of 5 KB.' },
  { id: 'cimd.limit.gzip', document: 'facts oauth', section: '13', rule: 'A gzip bomb does nothing.' },
  { id: 'cimd.limit.time', document: 'spec 5', section: '14', rule: 'Five seconds for the whole fetch.' },
  {
    id: 'R24.edge',
    document: 'spec 5',
    section: '24',
    rule: 'At the edge: IP literals, single labels, .internal and .local are refused, redirects manual.',
  },
  { id: 'R24.edge.size', document: 'spec 5', section: '24', rule: 'At the edge the cap counts decoded bytes.' },
  { id: 'D1.options.cimd', document: 'spec 1', section: 'Options', rule: "On: a client's metadata document's URL is its client_id." },
  { id: 'cimd.authorize', document: 'spec 5', section: '14', rule: 'CIMD problems are the 400 page.' },
  { id: 'cimd.plan', document: 'issue 6', section: '5', rule: 'Only a server that signs people in carries the fetch of documents.' },
];
