import { createHttpKvStore } from '../storage/drivers/http-kv.ts';
import { withDrivers } from '../storage/kept-stores.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Stores behind HTTP, for platforms without TCP (`redis: { provider: 'http-kv', … }`). */
export const storageHttpKv: FeatureFactory = ({ stores }): Feature => {
  stores.register(withDrivers({ 'http-kv': { open: async (options) => createHttpKvStore(options) } }));
  return { name: 'storage-http-kv' };
};
