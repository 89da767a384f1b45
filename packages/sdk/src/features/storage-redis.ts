export { storageRedis } from '../../../../src/runtime/features/storage-redis.ts';
