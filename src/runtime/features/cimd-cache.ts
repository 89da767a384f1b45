import { readCimdOptions, SharedDocumentCache } from '../auth/server/cimd/index.ts';
import { configInvalid } from '../errors/index.ts';
import { readRedisOption } from '../storage/store-options.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { useStore } from '../storage/stores.ts';
import { defineFeature } from './application/define-feature.ts';

/** Client metadata documents in a store that every instance reaches (`auth.cimd.cache.type: redis`). */
export const cimdCache = defineFeature('cimd-cache', ({ environment, runtime, stores }) => {
  const auth = issuingOptions(runtime);
  const options = readCimdOptions(auth?.cimd);
  if (options.cacheType !== 'redis') return {};
  const { tokenStorage } = auth ?? {};
  const own = options.cacheRedis ?? (typeof tokenStorage === 'object' && 'redis' in tokenStorage ? tokenStorage.redis : undefined);
  if (own === undefined) throw configInvalid('auth.cimd.cache.redis is required where auth.cimd.cache.type is "redis"');
  const store = readRedisOption(own, { path: 'auth.cimd.cache.redis', variables: environment, isCache: options.cacheRedis !== undefined });
  const keyPrefix = options.cacheRedis !== undefined && 'keyPrefix' in options.cacheRedis ? store.keyPrefix : 'cimd:';
  const clientDocuments = new SharedDocumentCache(useStore(stores, { ...store, keyPrefix }, ''), {
    keptMs: options.maxTtlMs,
    clock: runtime.now,
  });
  return { provides: { clientDocuments } };
});
