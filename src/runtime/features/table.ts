import type { FeatureRow } from './application/feature-row.ts';

/**
 * Every feature, with what it gives to others and takes from them, in the one order that servers have them in, compiled or not. Of features
 * around the same thing (a request, the endpoint, a call of a tool) the first is the outermost. The plan of a build decides which of them a
 * bundle imports; the table itself is in no bundle.
 */
export const featureTable = [
  { name: 'unplanned-options' },
  { name: 'providers' },
  { name: 'plugins' },
  // Of calls: planned by what entries are and what they use of their contexts.
  { name: 'awaited-providers', provides: ['prepareCall'] },
  { name: 'resource-templates', provides: ['createUriMatcher'] },
  { name: 'media-types', provides: ['guessMediaType'] },
  { name: 'library-schemas', provides: ['checkLibrarySchema'] },
  { name: 'open-schemas', provides: ['convertSchemas'] },
  { name: 'raw-schemas', provides: ['checkRaw'] },
  { name: 'content-results', provides: ['shapeContent'] },
  { name: 'non-finite-numbers', provides: ['judgeNonFinite'] },
  { name: 'request-context', provides: ['createRequestRecord', 'fetchForCall'] },
  { name: 'client-capabilities', provides: ['limitCapabilities'] },
  { name: 'inner-calls', provides: ['callInner'] },
  { name: 'change-notices', provides: ['createChangeBus'] },
  { name: 'completers', provides: ['runCompleter'] },
  { name: 'paged-lists', provides: ['pageOf'] },
  { name: 'availability', provides: ['refusalOf'] },
  { name: 'build-variants' },
  { name: 'http-options' },
  // Drivers of stores: every later feature finds them.
  { name: 'storage-redis', contributes: ['storeDrivers'] },
  { name: 'storage-http-kv', contributes: ['storeDrivers'] },
  { name: 'storage-durable-object', contributes: ['storeDrivers'] },
  { name: 'storage-worker-kv', contributes: ['storeDrivers'] },
  { name: 'storage-filesystem', contributes: ['storeDrivers'] },
  { name: 'storage-memory', contributes: ['storeDrivers'] },
  { name: 'storage-sqlite', contributes: ['storeDrivers'] },
  { name: 'stores', collects: ['storeDrivers'], provides: ['stores'] },
  // Every later feature finds plugins that have begun.
  { name: 'plugin-host', uses: ['stores'] },
  {
    name: 'shared-state',
    needs: ['stores'],
    provides: ['usedStates', 'sharedSessions'],
  },
  { name: 'shared-tasks', needs: ['stores'], provides: ['sharedTasks'] },
  { name: 'shared-concurrency', provides: ['sharedLimiters'] },
  // Around the sessions that shared state keeps, and before whatever answers a request.
  {
    name: 'high-availability',
    uses: ['stores'],
    provides: ['clusterNode', 'measureCluster'],
  },
  // Its spans hold whatever the later features do.
  { name: 'telemetry' },
  { name: 'log-sinks' },
  { name: 'request-logs' },
  { name: 'event-store', provides: ['sessionStreams'] },
  { name: 'session-objects', provides: ['sessionObjects'] },
  {
    name: 'sessions',
    uses: ['sharedSessions', 'clusterNode', 'sessionStreams', 'sessionObjects'],
    provides: ['sessionIds'],
  },
  { name: 'sessionless' },
  { name: 'legacy-sse' },
  { name: 'param-headers' },
  { name: 'skills' },
  // Within the skills, which come last in the list.
  { name: 'listed-resources' },
  // Around tasks: a call that runs again with its answer passes everything that the first one passed.
  { name: 'elicitation-fallback', uses: ['usedStates'] },
  // Before the feature whose tasks it serves.
  { name: 'session-tasks', provides: ['sessionTasks'] },
  { name: 'tasks', uses: ['sharedTasks', 'sessionTasks'] },
  // Its requests keep their entries within what observes them; polling begins when the features before have started.
  { name: 'changing-entries', provides: ['replaceOwner'] },
  { name: 'throttle', uses: ['stores', 'sharedLimiters', 'sessionIds'] },
  { name: 'routes' },
  { name: 'registry-documents' },
  { name: 'metrics', uses: ['stores', 'measureCluster'] },
  { name: 'readiness' },
  { name: 'rounds', uses: ['usedStates'] },
  { name: 'authorities' },
  { name: 'public-access', uses: ['stores'] },
  {
    name: 'credential-vault',
    contributes: ['signIn'],
    provides: ['vaultEntry'],
  },
  { name: 'auth-providers', uses: ['vaultEntry'] },
  { name: 'split-by-app' },
  { name: 'public-auth', uses: ['stores'] },
  { name: 'static-auth' },
  { name: 'transparent-auth' },
  // Parts of signing in. What signs people in puts them together, so it is last.
  { name: 'jwks', contributes: ['signIn'] },
  { name: 'cimd-cache', uses: ['stores'], provides: ['clientDocuments'] },
  { name: 'cimd', uses: ['clientDocuments'], contributes: ['signIn'] },
  { name: 'auth-ui', contributes: ['signIn'], provides: ['ownPages'] },
  { name: 'federated', contributes: ['signIn'] },
  { name: 'incremental-auth', contributes: ['signIn'] },
  { name: 'consent', contributes: ['signIn'] },
  { name: 'secure-store', uses: ['stores'], contributes: ['signIn'] },
  { name: 'anonymous-grant', contributes: ['signIn'] },
  { name: 'revocation', contributes: ['signIn'] },
  { name: 'local-auth', uses: ['stores', 'ownPages'], collects: ['signIn'] },
  { name: 'remote-auth', uses: ['stores', 'ownPages'], collects: ['signIn'] },
] as const satisfies readonly FeatureRow[];

export type FeatureName = (typeof featureTable)[number]['name'];

export type RowOf<Name extends FeatureName> = Extract<(typeof featureTable)[number], { readonly name: Name }>;
