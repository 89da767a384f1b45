import { openFilesystemStore } from '../storage/drivers/filesystem.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores in a folder of this machine (`redis: { provider: 'filesystem', path }`). */
export const storageFilesystem = defineFeature('storage-filesystem', () => ({
  contributes: { storeDrivers: { filesystem: { open: (options) => openFilesystemStore({ options }) } } },
}));
