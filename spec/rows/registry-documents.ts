import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id, document: 'spec 2', section, rule });

/** What a server publishes about itself for registries. */
export const rows: readonly RequirementRow[] = [
  row(
    'registry.options',
    'Registry options',
    'registry.name is <namespace>/<name> in reverse-DNS form, parts of at least 2 characters, 200 in all, and needs a description of 1 to 100; publicKey is 32 bytes in base64 or a record; publicKeyEnv names a variable; faults are reported at the option by the build and stop the start.',
  ),
  row('registry.proof', 'Documents served', 'GET /.well-known/mcp-registry-auth answers the record as plain text at the host root.'),
  row(
    'registry.proof-variable',
    'Registry options',
    'Without publicKey the variable publicKeyEnv, MCP_REGISTRY_PUBLIC_KEY when absent, is read on each request for the proof.',
  ),
  row('registry.proof-bad-variable', 'Errors', 'A variable that is no key is warned of once, and the proof is 404.'),
  row(
    'registry.card',
    'Documents served',
    '<entryPath>/server-card holds registry and info, the endpoint, and the protocol versions of server/discover.',
  ),
  row(
    'registry.card-limits',
    'Limits',
    'Only https addresses are on the card; icons above 255 and titles above 100 characters are left out.',
  ),
  row('registry.card-etag', 'Documents served', 'The card has an ETag; a matching If-None-Match is answered with 304.'),
  row('registry.card-cors', 'Documents served', 'OPTIONS of the card is 204 and any page may read it, whatever http.cors says.'),
  row('registry.card-head', 'Documents served', 'HEAD of the card has no body; other methods are 405.'),
  row(
    'registry.address',
    'Card rules',
    'With SERVICE_PUBLIC_URL the card may be kept for an hour; without it the address of the request is named and no-store sent.',
  ),
  row('registry.entry-path', 'Documents served', 'The card is below the endpoint; an endpoint at the root has its card at /server-card.'),
  row(
    'registry.catalog',
    'Documents served',
    '/.well-known/ai-catalog.json links the card; <rev-domain>/<server> becomes urn:air:<domain>:mcp:<server>.',
  ),
  row(
    'registry.switches',
    'Registry options',
    'serverCard: false turns card and catalog off, aiCatalog: false the catalog; the proof needs no name; without registry nothing is served.',
  ),
  row('registry.public', 'Documents served', 'The documents are public; the IP filter and the global rate limit hold for them.'),
  row('registry.split', 'Card rules', 'A server whose apps have endpoints of their own and that has none itself serves only the proof.'),
  row('registry.bundles', 'Documents served', 'Node and worker bundles serve equal documents with equal tags.'),
  row('registry.bytes', 'Documents served', 'The documents cost at most 2 kB after gzip; a server without the option carries none of it.'),
];
