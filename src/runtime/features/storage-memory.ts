import { MemoryStore } from '../storage/drivers/memory.ts';
import { defineFeature } from './application/define-feature.ts';

/** Memory in the place of a store, where `redis: { provider: 'auto' }` finds none. */
export const storageMemory = defineFeature('storage-memory', () => ({
  contributes: { storeDrivers: { memory: { open: async () => new MemoryStore() } } },
}));
