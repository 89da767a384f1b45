import { openRedisBus, openRedisStore } from '../storage/drivers/redis.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Stores and channels on a Redis server over TCP (`redis: { host, … }`, wherever the options have one). */
export const storageRedis: FeatureFactory = ({ logger, stores }): Feature => {
  stores.register({
    redis: { open: (options) => openRedisStore({ options, logger }), openBus: (options) => openRedisBus({ options, logger }) },
  });
  return { name: 'storage-redis' };
};
