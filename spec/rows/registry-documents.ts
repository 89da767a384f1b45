import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a server publishes about itself for registries. */
export const rows: readonly RequirementRow[] = rowsOf({
  'registry.options':
    'registry.name is <namespace>/<name> in reverse-DNS form, parts of at least 2 characters, 200 in all, and needs a description of 1 to 100; publicKey is 32 bytes in base64 or a record; publicKeyEnv names a variable; faults are reported at the option by the build and stop the start.',
  'registry.proof': 'GET /.well-known/mcp-registry-auth answers the record as plain text at the host root.',
  'registry.proof-variable':
    'Without publicKey the variable publicKeyEnv, MCP_REGISTRY_PUBLIC_KEY when absent, is read on each request for the proof.',
  'registry.proof-bad-variable': 'A variable that is no key is warned of once, and the proof is 404.',
  'registry.card': '<entryPath>/server-card holds registry and info, the endpoint, and the protocol versions of server/discover.',
  'registry.card-limits': 'Only https addresses are on the card; icons above 255 and titles above 100 characters are left out.',
  'registry.card-etag': 'The card has an ETag; a matching If-None-Match is answered with 304.',
  'registry.card-cors': 'OPTIONS of the card is 204 and any page may read it, whatever http.cors says.',
  'registry.card-head': 'HEAD of the card has no body; other methods are 405.',
  'registry.address':
    'With SERVICE_PUBLIC_URL the card may be kept for an hour; without it the address of the request is named and no-store sent.',
  'registry.entry-path': 'The card is below the endpoint; an endpoint at the root has its card at /server-card.',
  'registry.catalog': '/.well-known/ai-catalog.json links the card; <rev-domain>/<server> becomes urn:air:<domain>:mcp:<server>.',
  'registry.switches':
    'serverCard: false turns card and catalog off, aiCatalog: false the catalog; the proof needs no name; without registry nothing is served.',
  'registry.public': 'The documents are public; the IP filter and the global rate limit hold for them.',
  'registry.split': 'A server whose apps have endpoints of their own and that has none itself serves only the proof.',
  'registry.schemas': 'A card keeps the published rules of server cards, a catalog those of level 1 of AI catalogs.',
  'registry.bundles': 'Node and worker bundles serve equal documents with equal tags.',
  'registry.bytes': 'The documents cost at most 2 kB after gzip; a server without the option carries none of it.',
  'registry.publish':
    'registry publish validates, proves the namespace, logs in and lists the version, which is then active; a name@version is published once.',
  'registry.listing':
    'The listing is made of info, registry and package.json: description, version and repository fall back to it; registry.packages adds packages; an address without a path gets that of the endpoint.',
  'registry.dry-run': 'registry publish --dry-run prints only the listing on stdout, and sends nothing but its validation.',
  'registry.local-checks': 'What the registry would refuse is named before any request.',
  'registry.validation': 'Errors of POST /v0.1/validate end the command without a login; warnings are printed.',
  'registry.proof-ready':
    'A record that is not served with 200, without a redirect, within 4096 bytes and with the key, is "The HTTP proof is not ready: …"; the same of DNS.',
  'registry.namespaces':
    'http grants the namespace of one host, dns that of a domain and those below it; --domain defaults to the namespace reversed.',
  'registry.private-key':
    'The private key is read from --key-file, then MCP_REGISTRY_PRIVATE_KEY, then the standard file: a hex seed or Ed25519 PEM that only its owner can read.',
  'registry.ci-oidc': 'ci-oidc sends the identity token of the CI, made for the registry, and grants io.<host>.<owner>/*.',
  'registry.clock': 'A login that is refused for its time names the clock.',
  'registry.retries': '429 and 5xx are tried three times, after Retry-After.',
  'registry.token-expired': 'A token of the registry that has expired is replaced once.',
  'registry.unusable-answers':
    'An address that cannot be reached, redirects, answers no JSON, or answers 2xx without what was asked for (valid, registry_token, the published version, updatedCount) is exit 4; no token follows a redirect.',
  'registry.secrets': 'Keys and login tokens are never printed.',
  'registry.packages': 'An npm package must be published with the mcpName of the server; an mcpb package has the SHA-256 of its file.',
  'registry.status':
    'active, deprecated and deleted versions change into each other, one or all; a deleted version is never published again.',
  'registry.status-errors': 'Exactly one of the version flags; a message of at most 500 characters, only with deprecated or deleted.',
  'registry.doctor': 'doctor reads the documents of a deployed server as a registry does and compares them with the sources and the key.',
  'registry.inspect': 'inspect shows the listing and what is wrong with it.',
  'registry.local-vectors': 'The local registry of the tests verifies the published vectors of keys, records and tokens.',
  'registry.local-login': 'It refuses bad proofs with the messages of the public registry.',
  'registry.local-publish': 'It publishes in the order of checks of the public registry.',
  'registry.local-status': 'It changes a status in the order of checks of the public registry.',
  'registry.local-validate': 'It reports the issues of a listing as the public registry does.',
});
