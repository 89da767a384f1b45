import { openRedisBus, openRedisStore } from '../storage/drivers/redis.ts';
import type { RedisOptions } from '../storage/store-options.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores and channels on a Redis server over TCP (`redis: { host, … }`, wherever the options have one). */
export const storageRedis = defineFeature('storage-redis', ({ logger }) => {
  const open = (options: RedisOptions) => openRedisStore({ options, logger });
  const redis = { open, openBus: (options: RedisOptions) => openRedisBus({ options, logger }) };
  return { contributes: { storeDrivers: { redis } } };
});
