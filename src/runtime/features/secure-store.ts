import { SealedRecords, secureStoreOf, type SealedStore } from '../auth/vault/index.ts';
import type { SecureStoreOptions } from '../define/auth-options.ts';
import type { SecureStoreBackend } from '../define/context-services.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import { MemoryStore } from '../storage/drivers/memory.ts';
import { extending } from './application/extend.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import { readStore, useOwnStore } from '../storage/stores.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

/** Secrets that tools keep for the person who calls. */
export const secureStore = defineFeature('secure-store', (application) => {
  const options = issuingOptions(application.runtime);
  if (options === undefined) return {};
  const given = typeof options.secureStore === 'object' ? options.secureStore : {};
  const store = storeOf(application, given);
  let records: SealedRecords | undefined;
  const signIn: SignInExtension = (parts) => {
    records = new SealedRecords(store, parts, 'secure');
    return {};
  };
  const settings = { scope: given.scope ?? 'user', ttlMs: given.ttlMs };
  return {
    contributes: { signIn },
    extend: extending({
      contextServices: {
        secureStore: (call) => {
          if (records === undefined) throw new ServiceError('SERVER_ERROR', 'the secure store has no keys: nothing signs people in');
          return secureStoreOf(call, records, settings);
        },
      },
    }),
  };
});

type Given = Exclude<SecureStoreOptions, 'memory'>;

function storeOf({ environment, runtime, stores }: FeatureInput<'secure-store'>, { backend, redis, sqlite }: Given): SealedStore {
  if (backend !== undefined) {
    if (redis !== undefined || sqlite !== undefined) throw invalid('choose one of redis, sqlite and backend');
    if (!isBackend(backend)) throw invalid('backend must be an object with get, set, delete and list');
    return backendStore(backend);
  }
  const wanted = sqlite === undefined ? redis && { redis } : { redis, sqlite };
  const stored = readStore(stores, wanted, { path: 'auth.secureStore', variables: environment });
  return stored === undefined ? new MemoryStore({ clock: runtime.now }) : useOwnStore(stores, stored, { prefix: 'auth:' });
}

const backendStore = (backend: SecureStoreBackend): SealedStore => ({
  get: async (key) => (await backend.get(key)) ?? undefined,
  set: async (key, value, options) => void (await backend.set(key, value, options)),
  delete: async (key) => (await backend.delete(key)) === true,
  keys: async (prefix) => (await backend.list(prefix)).filter((key) => key.startsWith(prefix)),
});

const isBackend = (value: object): value is SecureStoreBackend =>
  ['get', 'set', 'delete', 'list'].every((name) => typeof Reflect.get(value, name) === 'function');

const invalid = (problem: string): ServiceError => configInvalid(`auth.secureStore: ${problem}`);
