import type { FeatureFactory } from './application/feature.ts';
import { portableFeatures } from './portable.ts';
import { storageFilesystem } from './storage-filesystem.ts';
import { storageRedis } from './storage-redis.ts';

/** Every feature, in the order of the table; for uncompiled use, where nothing has been planned. */
export const allFeatures: readonly FeatureFactory[] = [storageRedis, storageFilesystem, ...portableFeatures];
