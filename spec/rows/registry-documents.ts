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
  row(
    'registry.schemas',
    'Documents served',
    'A card keeps the published rules of server cards, a catalog those of level 1 of AI catalogs.',
  ),
  row('registry.bundles', 'Documents served', 'Node and worker bundles serve equal documents with equal tags.'),
  row('registry.bytes', 'Documents served', 'The documents cost at most 2 kB after gzip; a server without the option carries none of it.'),
  row(
    'registry.publish',
    'Command-line operations',
    'registry publish validates, proves the namespace, logs in and lists the version, which is then active; a name@version is published once.',
  ),
  row(
    'registry.listing',
    'Command-line operations',
    'The listing is made of info, registry and package.json: description, version and repository fall back to it; registry.packages adds packages; an address without a path gets that of the endpoint.',
  ),
  row(
    'registry.dry-run',
    'Command-line operations',
    'registry publish --dry-run prints only the listing on stdout, and sends nothing but its validation.',
  ),
  row('registry.local-checks', 'Command-line operations', 'What the registry would refuse is named before any request.'),
  row(
    'registry.validation',
    'Command-line operations',
    'Errors of POST /v0.1/validate end the command without a login; warnings are printed.',
  ),
  row(
    'registry.proof-ready',
    'Errors',
    'A record that is not served with 200, without a redirect, within 4096 bytes and with the key, is "The HTTP proof is not ready: …"; the same of DNS.',
  ),
  row(
    'registry.namespaces',
    'Command-line operations',
    'http grants the namespace of one host, dns that of a domain and those below it; --domain defaults to the namespace reversed.',
  ),
  row(
    'registry.private-key',
    'Command-line operations',
    'The private key is read from --key-file, then MCP_REGISTRY_PRIVATE_KEY, then the standard file: a hex seed or Ed25519 PEM that only its owner can read.',
  ),
  row(
    'registry.ci-oidc',
    'Command-line operations',
    'ci-oidc sends the identity token of the CI, made for the registry, and grants io.<host>.<owner>/*.',
  ),
  row('registry.clock', 'Authentication', 'A login that is refused for its time names the clock.'),
  row('registry.retries', 'Command-line operations', '429 and 5xx are tried three times, after Retry-After.'),
  row('registry.token-expired', 'Authentication', 'A token of the registry that has expired is replaced once.'),
  row(
    'registry.unusable-answers',
    'Errors',
    'An address that cannot be reached, redirects or answers no JSON is exit 4; no token follows a redirect.',
  ),
  row('registry.secrets', 'Authentication', 'Keys and login tokens are never printed.'),
  row(
    'registry.packages',
    'Command-line operations',
    'An npm package must be published with the mcpName of the server; an mcpb package has the SHA-256 of its file.',
  ),
  row(
    'registry.status',
    'Registry listing status',
    'active, deprecated and deleted versions change into each other, one or all; a deleted version is never published again.',
  ),
  row(
    'registry.status-errors',
    'Registry listing status',
    'Exactly one of the version flags; a message of at most 500 characters, only with deprecated or deleted.',
  ),
  row(
    'registry.doctor',
    'Command-line operations',
    'doctor reads the documents of a deployed server as a registry does and compares them with the sources and the key.',
  ),
  row('registry.inspect', 'Command-line operations', 'inspect shows the listing and what is wrong with it.'),
  row(
    'registry.local-vectors',
    'Authentication',
    'The local registry of the tests verifies the published vectors of keys, records and tokens.',
  ),
  row('registry.local-login', 'Authentication', 'It refuses bad proofs with the messages of the public registry.'),
  row('registry.local-publish', 'Command-line operations', 'It publishes in the order of checks of the public registry.'),
  row('registry.local-status', 'Registry listing status', 'It changes a status in the order of checks of the public registry.'),
  row('registry.local-validate', 'Command-line operations', 'It reports the issues of a listing as the public registry does.'),
];
