import { configInvalid } from '../errors/index.ts';
import { createKvStore, type KvNamespace } from '../storage/drivers/worker-kv.ts';
import { defineFeature } from './application/define-feature.ts';

/** Copies in a KV namespace of the worker (`auth.cimd.cache.redis: { provider: 'worker-kv' }`). */
export const storageWorkerKv = defineFeature('storage-worker-kv', ({ environment }) => ({
  contributes: {
    storeDrivers: { 'worker-kv': { open: async ({ binding }) => createKvStore(namespaceOf(environment.binding?.(binding), binding)) } },
  },
}));

/** @throws {ServiceError} CONFIG_INVALID when the worker has no namespace under this name */
function namespaceOf(found: unknown, name: string): KvNamespace {
  if (isNamespace(found)) return found;
  const what = found === undefined ? 'is missing' : 'is no KV namespace';
  throw configInvalid(
    `The binding ${name} of the worker ${what}: add { binding = "${name}" } to \`kv_namespaces\` of wrangler.toml, and deploy again`,
  );
}

const isNamespace = (found: unknown): found is KvNamespace =>
  typeof found === 'object' && found !== null && 'getWithMetadata' in found && typeof found.getWithMetadata === 'function';
