import type { CommandRow, OptionRow } from '../command-row.ts';
import { entry } from '../command-options.ts';

/** How the commands that change the registry prove who they are. */
const registryAccess: readonly OptionRow[] = [
  { name: 'auth', value: 'proof', choices: ['http', 'dns', 'ci-oidc'], summary: 'How the namespace is proven', standard: 'http' },
  { name: 'domain', value: 'domain', summary: 'Domain to prove', standard: 'the namespace in reverse' },
  { name: 'key-file', value: 'file', summary: 'Private key (MCP_REGISTRY_PRIVATE_KEY)', standard: '~/.service/keys/mcp-registry.key' },
  { name: 'registry', value: 'url', summary: 'Registry to ask', standard: 'registry.registryUrl of the config' },
];

/** The commands about the MCP registry. */
export const registryRows: readonly CommandRow[] = [
  {
    name: 'registry keygen',
    group: 'Ship',
    summary: 'Make the key that proves a domain to the MCP registry',
    details:
      'Writes a 64-digit Ed25519 seed that only you can read and prints the public key and the DNS record. The seed is never printed.',
    arguments: [],
    options: [
      { name: 'out', value: 'file', summary: 'File of the seed', standard: '~/.service/keys/mcp-registry.key' },
      { name: 'force', summary: 'Replace an existing key' },
    ],
    examples: [{ line: 'service registry keygen', does: 'make the key' }],
    seeAlso: ['help exit-codes'],
    load: async () => (await import('../commands/registry-keygen.ts')).runRegistryKeygen,
  },
  {
    name: 'registry publish',
    group: 'Ship',
    summary: 'List a version of the server in the MCP registry',
    details:
      'The listing comes from @Service and package.json. It is checked here and by the registry before anything changes; --dry-run ends there and prints it.',
    arguments: [],
    options: [
      { name: 'dry-run', summary: 'Check and print the listing; no login, nothing is published' },
      { name: 'file', value: 'json', summary: 'Publish this server.json instead of the listing of the project' },
      { name: 'url', value: 'url', summary: 'Public address of the server', standard: 'registry.url of the config' },
      ...registryAccess,
      entry,
    ],
    examples: [
      { line: 'service registry publish --dry-run', does: 'see what would be listed' },
      { line: 'service registry publish --url https://mcp.example.com', does: 'list this version' },
      { line: 'service registry publish --auth ci-oidc', does: 'in a CI job, without a key' },
    ],
    seeAlso: ['registry keygen', 'registry status', 'help exit-codes'],
    load: async () => (await import('../commands/registry-publish.ts')).runRegistryPublish,
  },
  {
    name: 'registry status',
    group: 'Ship',
    summary: 'Mark published versions as active, deprecated or deleted',
    arguments: [{ name: 'status', required: true, choices: ['active', 'deprecated', 'deleted'], summary: 'The new status' }],
    options: [
      { name: 'server-version', value: 'version', summary: 'The version to change' },
      { name: 'all-versions', summary: 'Change every version' },
      { name: 'message', value: 'text', summary: 'Shown beside deprecated or deleted; at most 500 characters' },
      { name: 'name', value: 'name', summary: 'Name in the registry', standard: 'registry.name of @Service' },
      ...registryAccess,
      entry,
    ],
    examples: [
      { line: "service registry status deprecated --server-version 1.0.0 --message 'Use 2.0.0'", does: 'point to a newer version' },
      { line: 'service registry status active --all-versions', does: 'take it back' },
    ],
    seeAlso: ['registry publish', 'help exit-codes'],
    load: async () => (await import('../commands/registry-status.ts')).runRegistryStatus,
  },
];
