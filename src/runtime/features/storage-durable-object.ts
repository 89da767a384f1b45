import { storeClass } from '../model/index.ts';
import { createObjectStore, namespaceOf } from '../storage/drivers/durable-object.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores in a Durable Object of the worker (`redis: { provider: 'durable-object' }`, wherever the options have one). */
export const storageDurableObject = defineFeature('storage-durable-object', ({ environment }) => ({
  contributes: {
    storeDrivers: {
      'durable-object': {
        open: async ({ binding: name }) => createObjectStore(namespaceOf(environment.binding?.(name), { name, className: storeClass })),
      },
    },
  },
}));
