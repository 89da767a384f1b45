import { createHttpKvStore } from '../storage/drivers/http-kv.ts';
import { withDrivers } from '../storage/kept-stores.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Stores behind HTTP, for platforms without TCP (`redis: { provider: 'http-kv', … }`). */
export const storageHttpKv: FeatureFactory = ({ stores }): Feature => {
  stores.kept = withDrivers({ 'http-kv': { open: async (options) => createHttpKvStore(options) } })(stores.kept);
  return { name: 'storage-http-kv' };
};
