import { createKvStore, namespaceOf } from '../storage/drivers/worker-kv.ts';
import { defineFeature } from './application/define-feature.ts';

/** Copies in a KV namespace of the worker (`auth.cimd.cache.redis: { provider: 'worker-kv' }`). */
export const storageWorkerKv = defineFeature('storage-worker-kv', ({ environment }) => ({
  contributes: {
    storeDrivers: { 'worker-kv': { open: async ({ binding }) => createKvStore(namespaceOf(environment.binding?.(binding), binding)) } },
  },
}));
