import { createHttpKvStore } from '../storage/drivers/http-kv.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores behind HTTP, for platforms without TCP (`redis: { provider: 'http-kv', … }`). */
export const storageHttpKv = defineFeature('storage-http-kv', () => ({
  contributes: { storeDrivers: { 'http-kv': { open: async (options) => createHttpKvStore(options) } } },
}));
