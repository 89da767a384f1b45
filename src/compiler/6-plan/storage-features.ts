import { storeSites } from '@service/sdk/model';
import type { StoreKind } from '@service/sdk/model';
import type { FeatureRow } from './feature-row.ts';

const storage = (kind: StoreKind, exportName: string, module = `@service/sdk/features/storage-${kind}`): FeatureRow => ({
  name: `storage-${kind}`,
  exportName,
  module,
  when: ({ server }) => {
    const site = storeSites(server.options).find((found) => found.kind === kind);
    return site === undefined ? undefined : `${site.path} is a ${kind} store`;
  },
});

/** Where sessions and what else instances share are kept. */
const sharedSites = new Set(['redis', 'sqlite', 'elicitation.redis', 'transport.persistence.redis', 'transport.persistence.sqlite']);
const taskSites = new Set(['tasks.redis', 'tasks.sqlite']);
const commonSites = new Set(['redis', 'sqlite']);

/** Drivers of stores: first, so that every later feature finds them. The package is the user's to install; the SDK never imports it. */
export const storageFeatureRows: readonly FeatureRow[] = [
  storage('redis', 'storageRedis'),
  storage('http-kv', 'storageHttpKv'),
  storage('sqlite', 'storageSqlite', 'service:storage-sqlite'),
  {
    name: 'shared-state',
    exportName: 'sharedState',
    module: '@service/sdk/features/shared-state',
    when: ({ server }) => {
      const site = storeSites(server.options).find(({ path }) => sharedSites.has(path));
      return site === undefined ? undefined : `${site.path} keeps what instances share`;
    },
  },
  {
    name: 'shared-tasks',
    exportName: 'sharedTasks',
    module: '@service/sdk/features/shared-tasks',
    when: ({ server }) => {
      const mayBeTask = server.tools.some(({ taskSupport }) => taskSupport === 'required' || taskSupport === 'optional');
      const site = storeSites(server.options).find(({ path }) => taskSites.has(path) || (mayBeTask && commonSites.has(path)));
      return site === undefined ? undefined : `${site.path} keeps tasks`;
    },
  },
  {
    // After what it surrounds, and before whatever answers.
    name: 'high-availability',
    exportName: 'highAvailability',
    module: '@service/sdk/features/high-availability',
    onNode: { module: '@service/sdk/hosts/node-high-availability' },
    when: ({ server }, { distributed }) => {
      if (distributed === true) return 'the deployment is distributed';
      const { distributedMode } = server.options.transport;
      return distributedMode === undefined ? undefined : `transport.distributedMode is ${distributedMode}`;
    },
  },
];
