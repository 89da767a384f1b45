import { configInvalid } from '../errors/index.ts';
import { storeClass } from '../model/index.ts';
import { createObjectStore, type ObjectNamespace } from '../storage/drivers/durable-object.ts';
import { defineFeature } from './application/define-feature.ts';

/** Stores in a Durable Object of the worker (`redis: { provider: 'durable-object' }`, wherever the options have one). */
export const storageDurableObject = defineFeature('storage-durable-object', ({ environment }) => ({
  contributes: {
    storeDrivers: {
      'durable-object': { open: async ({ binding }) => createObjectStore(namespaceOf(environment.binding?.(binding), binding)) },
    },
  },
}));

/** @throws {ServiceError} CONFIG_INVALID when the worker has no namespace under this name */
function namespaceOf(found: unknown, name: string): ObjectNamespace {
  if (isNamespace(found)) return found;
  const what = found === undefined ? 'is missing' : 'is no Durable Object';
  const rows = `{ name = "${name}", class_name = "${storeClass}" } to \`durable_objects.bindings\` and { tag = "v1", new_sqlite_classes = ["${storeClass}"] } to \`migrations\``;
  throw configInvalid(`The binding ${name} of the worker ${what}: add ${rows} of wrangler.toml, and deploy again`);
}

const isNamespace = (found: unknown): found is ObjectNamespace =>
  typeof found === 'object' && found !== null && 'idFromName' in found && typeof found.idFromName === 'function';
