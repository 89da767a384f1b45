import { isJsonObject, mayBeTask, type StoreKind, type StoreSite, storeSites, taskStoreOf } from '../../model/index.ts';
import { hooking, whyChanging } from './entry-rows.ts';
import { type BuildFacts, type FeatureRow, fromOpenList, type PlannedServer, staysRunning, type When } from '../application/feature-row.ts';

const storage =
  (kind: StoreKind | 'memory' | 'redis-client'): When =>
  ({ server }, context) => {
    const sites = storeSites(server);
    const site = sites.find((found) => found.kind === kind);
    if (site !== undefined) return `${nameOfSite(site)} is a ${kind} store`;
    const open = sites.find((found) => found.kind === 'any' || (found.kind === 'auto' && kind !== 'redis-client'));
    if (!autoKinds(context).has(kind)) return undefined;
    return open === undefined ? undefined : `${nameOfSite(open)} may become a ${kind} store at start`;
  };

const nameOfSite = ({ label, path }: StoreSite): string => (label === '@Service' ? path : `${path} of ${label}`);

/** What `auto` and computed options may find on a platform. */
function autoKinds(context: BuildFacts): ReadonlySet<string> {
  if (context.platform !== 'node') return new Set(['redis-client', 'http-kv', 'durable-object', 'memory']);
  return new Set(['redis', 'redis-client', 'http-kv', 'memory', ...(staysRunning(context) ? ['filesystem'] : [])]);
}

/** Where sessions and what else instances share are kept. */
const sharedSites = new Set([
  'redis',
  'sqlite',
  'sessions',
  'elicitation.redis',
  'transport.persistence.redis',
  'transport.persistence.sqlite',
]);
const limitSites = new Set(['throttle.storage.redis', 'throttle.storage.sqlite']);

/** Whether the sources limit how many calls run at once. */
function limitsConcurrency({ facts, server }: PlannedServer, { dynamicOptions }: BuildFacts): boolean {
  const { live, rest } = server.options;
  const { throttle } = rest;
  const own = isJsonObject(throttle) ? throttle : {};
  return (
    dynamicOptions !== undefined ||
    own['globalConcurrency'] !== undefined ||
    own['defaultConcurrency'] !== undefined ||
    live.some((path) => path.startsWith('throttle.')) ||
    server.tools.some(({ id, limited }) => limited === true && facts[id]?.ratedOnly !== true)
  );
}

/** Drivers that need a disk, TCP or a package. They come first: what every platform has is the rest of the table. */
export const nodeStoreRows = [
  { name: 'storage-redis', contributes: ['storeDrivers'], when: storage('redis') },
  { name: 'storage-filesystem', contributes: ['storeDrivers'], when: storage('filesystem') },
  // The package is the user's to install; the SDK never imports it.
  { name: 'storage-sqlite', contributes: ['storeDrivers'], when: storage('sqlite'), printed: 'service:storage-sqlite' },
] as const satisfies readonly FeatureRow[];

/** Stores, and what instances share in them. */
export const storeRows = [
  // Drivers of stores: every later feature finds them.
  { name: 'storage-redis-client', contributes: ['storeDrivers'], when: storage('redis-client') },
  { name: 'storage-http-kv', contributes: ['storeDrivers'], when: storage('http-kv') },
  { name: 'storage-durable-object', contributes: ['storeDrivers'], when: storage('durable-object') },
  { name: 'storage-worker-kv', contributes: ['storeDrivers'], when: storage('worker-kv') },
  { name: 'storage-memory', contributes: ['storeDrivers'], when: storage('memory') },
  {
    name: 'stores',
    collects: ['storeDrivers'],
    provides: ['stores'],
    when: ({ server }) => {
      const [site] = storeSites(server);
      return site === undefined ? undefined : `${nameOfSite(site)} is kept in a store`;
    },
  },
  { name: 'entry-replacement', provides: ['replaceOwner', 'swapOwner'], when: whyChanging },
  // Every later feature finds plugins that have begun.
  {
    name: 'plugin-host',
    inPage: '@service/sdk/hosts/in-page/plugin-host',
    uses: ['stores', 'replaceOwner'],
    when: ({ server }, context) => hooking(server, ['onStart', 'onClose']) ?? fromOpenList(context, 'plugins'),
  },
  {
    name: 'shared-state',
    needs: ['stores'],
    provides: ['usedStates', 'sharedSessions'],
    when: ({ server }) => {
      const site = storeSites(server).find(({ path }) => sharedSites.has(path));
      return site === undefined ? undefined : `${site.path} keeps what instances share`;
    },
  },
  {
    name: 'shared-tasks',
    needs: ['stores'],
    provides: ['sharedTasks'],
    when: ({ server }) => {
      const site = taskStoreOf(server);
      const isAsked = site?.path.startsWith('tasks.') === true || server.tools.some(mayBeTask);
      return site === undefined || !isAsked ? undefined : `${site.path} keeps tasks`;
    },
  },
  {
    name: 'shared-concurrency',
    provides: ['sharedLimiters'],
    when: (model, context) => {
      const site = storeSites(model.server).find(({ path }) => limitSites.has(path));
      return site === undefined || !limitsConcurrency(model, context) ? undefined : `${site.path} counts how many run at once`;
    },
  },
  // Around the sessions that shared state keeps, and before whatever answers a request.
  {
    name: 'high-availability',
    onlyHttp: true,
    uses: ['stores'],
    provides: ['clusterNode', 'measureCluster'],
    onNode: '@service/sdk/hosts/node-high-availability',
    when: ({ server }, { distributed }) => {
      if (distributed === true) return 'the deployment is distributed';
      const { distributedMode } = server.options.transport;
      return distributedMode === undefined ? undefined : `transport.distributedMode is ${distributedMode}`;
    },
  },
] as const satisfies readonly FeatureRow[];
