import { isJsonObject, mayBeTask, storeSites, taskStoreOf, type StoreKind } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { FeatureRule, FeatureRules, PlanContext } from './feature-rule.ts';

const storage = (kind: StoreKind): FeatureRule => ({
  when: ({ server }) => {
    const site = storeSites(server).find((found) => found.kind === kind);
    return site === undefined ? undefined : `${site.path} is a ${kind} store`;
  },
});

/** Where sessions and what else instances share are kept. */
const sharedSites = new Set(['redis', 'sqlite', 'elicitation.redis', 'transport.persistence.redis', 'transport.persistence.sqlite']);
const limitSites = new Set(['throttle.storage.redis', 'throttle.storage.sqlite']);

/** Whether the sources limit how many calls run at once. */
function limitsConcurrency({ facts, server }: CompiledModel, { dynamicOptions }: PlanContext): boolean {
  const { live, rest } = server.options;
  const { throttle } = rest;
  const own = isJsonObject(throttle) ? throttle : {};
  return (
    dynamicOptions !== undefined ||
    own['globalConcurrency'] !== undefined ||
    own['defaultConcurrency'] !== undefined ||
    live.some((path) => path.startsWith('throttle.')) ||
    server.tools.some(({ id, limited }) => limited === true && facts[id]?.ratedOnly !== true) ||
    server.plugins.length + server.adapters.length > 0
  );
}

/** Drivers of stores, and what is kept in them. */
export const storageRules = {
  'storage-redis': storage('redis'),
  'storage-http-kv': storage('http-kv'),
  // The package is the user's to install; the SDK never imports it.
  'storage-sqlite': { ...storage('sqlite'), printed: 'service:storage-sqlite' },
  stores: {
    when: ({ server }) => {
      const [site] = storeSites(server);
      return site === undefined ? undefined : `${site.path} is kept in a store`;
    },
  },
  'shared-state': {
    when: ({ server }) => {
      const site = storeSites(server).find(({ path }) => sharedSites.has(path));
      return site === undefined ? undefined : `${site.path} keeps what instances share`;
    },
  },
  'shared-tasks': {
    when: ({ server }) => {
      const site = taskStoreOf(server);
      const isAsked = site?.path.startsWith('tasks.') === true || server.tools.some(mayBeTask);
      return site === undefined || !isAsked ? undefined : `${site.path} keeps tasks`;
    },
  },
  'shared-concurrency': {
    when: (model, context) => {
      const site = storeSites(model.server).find(({ path }) => limitSites.has(path));
      return site === undefined || !limitsConcurrency(model, context) ? undefined : `${site.path} counts how many run at once`;
    },
  },
  'high-availability': {
    onNode: '@service/sdk/hosts/node-high-availability',
    when: ({ server }, { distributed }) => {
      if (distributed === true) return 'the deployment is distributed';
      const { distributedMode } = server.options.transport;
      return distributedMode === undefined ? undefined : `transport.distributedMode is ${distributedMode}`;
    },
  },
} satisfies Partial<FeatureRules>;
