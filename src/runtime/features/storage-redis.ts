import { openRedisBus, openRedisStore } from '../storage/drivers/redis.ts';
import { withDrivers } from '../storage/kept-stores.ts';
import type { RedisOptions } from '../storage/store-options.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Stores and channels on a Redis server over TCP (`redis: { host, … }`, wherever the options have one). */
export const storageRedis: FeatureFactory = (parts): Feature => {
  const { logger } = parts;
  const open = (options: RedisOptions) => openRedisStore({ options, logger });
  withDrivers({ redis: { open, openBus: (options) => openRedisBus({ options, logger }) } }, parts);
  return { name: 'storage-redis' };
};
