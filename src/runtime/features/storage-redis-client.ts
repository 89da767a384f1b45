import { openClientStore } from '../storage/drivers/redis-client.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores of plugins in a Redis server that the project has connected a client to. */
export const storageRedisClient = defineFeature('storage-redis-client', () => ({
  contributes: { storeDrivers: { 'redis-client': { open: openClientStore } } },
}));
