import type { FeatureFactory } from './application/feature.ts';
import { inOrder, portableFeatures } from './portable.ts';
import { storageFilesystem } from './storage-filesystem.ts';
import { storageRedis } from './storage-redis.ts';

/** Every feature; for uncompiled use, where nothing has been planned. */
export const allFeatures: readonly FeatureFactory[] = inOrder({
  ...portableFeatures,
  'storage-filesystem': storageFilesystem,
  'storage-redis': storageRedis,
});
