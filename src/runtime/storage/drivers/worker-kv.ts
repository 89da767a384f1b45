import { configInvalid } from '../../errors/index.ts';
import { connectionError } from '../store-errors.ts';
import type { Store } from '../../model/store.ts';

/** As far as a KV namespace is used. */
export interface KvNamespace {
  getWithMetadata(key: string): Promise<{ readonly value: string | null; readonly metadata: unknown }>;
  put(key: string, value: string, options: { readonly expirationTtl?: number; readonly metadata: object }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { readonly prefix: string; readonly cursor?: string | undefined }): Promise<{
    readonly keys: readonly { readonly name: string; readonly metadata?: unknown }[];
    readonly list_complete: boolean;
    readonly cursor?: string;
  }>;
}

/** The platform's shortest lifetime. */
const minLifetimeSeconds = 60;
/** Bytes of a key. What has a longer one is not kept. */
const maxKeyBytes = 512;

/**
 * Copies in a KV namespace. Readers may get a former value for a minute and two writers may both win a swap, so that only options whose values
 * may be stale take it (`isCache`).
 */
export function createKvStore(namespace: KvNamespace): Store {
  const get = async (key: string): Promise<string | undefined> => {
    if (!fits(key)) return undefined;
    const { metadata, value } = await reached(() => namespace.getWithMetadata(key));
    return value === null || hasEnded(metadata) ? undefined : value;
  };
  const set: Store['set'] = async (key, value, { ttlMs } = {}) => {
    if (!fits(key)) return;
    if (ttlMs !== undefined && ttlMs <= 0) return reached(() => namespace.delete(key));
    const expirationTtl = ttlMs === undefined ? {} : { expirationTtl: Math.max(minLifetimeSeconds, Math.ceil(ttlMs / 1000)) };
    const metadata = ttlMs === undefined ? {} : { ends: Date.now() + ttlMs };
    await reached(() => namespace.put(key, value, { ...expirationTtl, metadata }));
  };
  const remove: Store['delete'] = async (key) => {
    const found = await get(key);
    if (found !== undefined) await reached(() => namespace.delete(key));
    return found !== undefined;
  };
  return {
    get,
    set,
    compareAndSet: async (key, { expected, next, ttlMs }) => {
      if ((await get(key)) !== expected) return false;
      if (next === undefined) await remove(key);
      else await set(key, next, ttlMs === undefined ? {} : { ttlMs });
      return true;
    },
    delete: remove,
    keys: async (prefix) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reached(() => namespace.list({ prefix, cursor }));
        for (const { metadata, name } of page.keys) if (!hasEnded(metadata)) found.push(name);
        cursor = page.list_complete ? undefined : page.cursor;
      } while (cursor !== undefined);
      return found;
    },
    increment: () => Promise.reject(new TypeError('a KV namespace cannot count: two writers would lose a step')),
    ping: async () => void (await get('ping')),
    close: async () => {},
  };
}

/** @throws {ServiceError} CONFIG_INVALID when the worker has no namespace under this name */
export function namespaceOf(found: unknown, name: string): KvNamespace {
  if (isNamespace(found)) return found;
  const what = found === undefined ? 'is missing' : 'is no KV namespace';
  throw configInvalid(
    `The binding ${name} of the worker ${what}: add { binding = "${name}" } to \`kv_namespaces\` of wrangler.toml, and deploy again`,
  );
}

const isNamespace = (found: unknown): found is KvNamespace =>
  typeof found === 'object' && found !== null && 'getWithMetadata' in found && typeof found.getWithMetadata === 'function';

const fits = (key: string): boolean => new TextEncoder().encode(key).length <= maxKeyBytes;

const hasEnded = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && 'ends' in metadata && Number(metadata.ends) <= Date.now();

async function reached<Value>(step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (failure) {
    throw connectionError('the KV namespace', failure);
  }
}
