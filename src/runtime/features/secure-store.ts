import { SealedRecords, secureStoreOf, type SealedStore } from '../auth/vault/index.ts';
import type { SecureStoreOptions } from '../define/auth-options.ts';
import type { SecureStoreBackend } from '../define/context-services.ts';
import { ServiceError } from '../errors/index.ts';
import { authSecureStoreDefaults } from '../options/generated.ts';
import { MemoryStore } from '../storage/drivers/memory.ts';
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
  const settings = { scope: given.scope ?? authSecureStoreDefaults.scope, ttlMs: given.ttlMs };
  return {
    contributes: { signIn },
    context: {
      secureStore: (call) => {
        if (records === undefined) throw new ServiceError('SERVER_ERROR', 'the secure store has no keys: nothing signs people in');
        return secureStoreOf(call, records, settings);
      },
    },
  };
});

function storeOf(
  { environment, runtime, stores }: FeatureInput<'secure-store'>,
  { backend, redis, sqlite }: Exclude<SecureStoreOptions, 'memory'>,
): SealedStore {
  // That it is the only store, and has its four functions, was checked with the other options.
  if (backend !== undefined) return backendStore(backend);
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
