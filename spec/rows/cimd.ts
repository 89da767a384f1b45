import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Client ID Metadata Documents. */
export const rows: readonly RequirementRow[] = rowsOf({
  'cimd.client': 'A client is what its document says; authentication method none by default.',
  'cimd.url': 'A CIMD URL is https with a path other than /, no fragment, no credentials; written in one way only.',
  'cimd.document': 'client_id equals the URL; client_name and redirect_uris are required; no secrets, no private keys.',
  'cimd.status': 'Exactly 200 and JSON.',
  'cimd.codes': 'CIMD_SECURITY_ERROR, CIMD_RESPONSE_TOO_LARGE, CIMD_FETCH_ERROR.',
  'cimd.disabled':
    'enabled: false: a URL is an unknown client_id, whose page says CIMD_DISABLED too; with requireRegisteredClients: false it is any other client_id.',
  'cimd.cache': 'TTL from Cache-Control: max-age; the ETag is kept with the entry.',
  'cimd.cache.bounds': 'TTL clamped to minTtlMs and maxTtlMs, defaultTtlMs without a word.',
  'cimd.cache.errors': 'Errors and invalid documents are never cached.',
  'cimd.cache.redis': 'cache.type redis: documents are shared by the instances, keyPrefix cimd:.',
  'cimd.cache.size': 'The cache is bounded.',
  'cimd.coalesce': 'One fetch at a time per URL; 100 concurrent sign-ins are one fetch.',
  'cimd.domains': 'allowedDomains, blockedDomains; own-host URLs are refused.',
  'cimd.redirects': 'redirectPolicy deny, same-origin, allow; maxRedirects.',
  'cimd.options': 'timeoutMs, maxResponseSizeBytes, blockPrivateIPs, allowInsecureForTesting.',
  'cimd.loopback': 'warnOnLocalhostRedirects.',
  'cimd.ssrf.resolved': 'Host names are resolved and every address is checked before fetching.',
  'cimd.ssrf.addresses': 'Special-use addresses of RFC 6890 are refused.',
  'cimd.ssrf.pinned': 'The connection goes to the checked address.',
  'cimd.limit.size': 'Body cap of 5 KB.',
  'cimd.limit.gzip': 'A gzip bomb does nothing.',
  'cimd.limit.time': 'Five seconds for the whole fetch.',
  'R24.edge': 'At the edge: IP literals, single labels, .internal and .local are refused, redirects manual.',
  'R24.edge.size': 'At the edge the cap counts decoded bytes.',
  'D1.options.cimd': "On: a client's metadata document's URL is its client_id.",
  'cimd.authorize': 'CIMD problems are the 400 page.',
  'cimd.plan': 'Only a server that signs people in carries the fetch of documents.',
});
