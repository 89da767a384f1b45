import { createHttpKvStore } from '../storage/drivers/http-kv.ts';
import { withDrivers } from '../storage/kept-stores.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Stores behind HTTP, for platforms without TCP (`redis: { provider: 'http-kv', … }`). */
export const storageHttpKv: FeatureFactory = (parts): Feature => {
  withDrivers({ 'http-kv': { open: async (options) => createHttpKvStore(options) } }, parts);
  return { name: 'storage-http-kv' };
};
