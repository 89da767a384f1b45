import { isOpenToAll, publicAccessSettings } from '../auth/verify/public-access.ts';
import type { PublicAccessOptions } from '../define/auth-options.ts';
import { AuthorityDenied } from '../errors/authority-denied.ts';
import { limitEndpoint } from '../http/limits/request-limits.ts';
import { type CounterStore, MemoryCounterStore } from '../http/limits/counter-store.ts';
import { SharedCounterStore } from '../cluster/limits/shared-counter-store.ts';
import { guarding } from '../mcp/call/admission.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { EntryGuard } from '../mcp/call/call-pipeline.ts';
import { readStoreOption } from '../storage/store-options.ts';
import type { AroundEndpoint } from './application/feature.ts';
import { readKeptState } from './sharing/kept-state.ts';
import { useStore } from '../storage/stores.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

const windowMs = 60_000;

/** What callers without a sign-in may use, and how often: the rest is hidden from them and refused. */
export const publicAccess = defineFeature('public-access', (parts) => {
  const { runtime } = parts;
  const options = publicAccessOf(runtime);
  if (options === undefined) return {};
  const settings = publicAccessSettings(options);
  const limit = limitEndpoint(
    { maxRequests: settings.rateLimit, windowMs, partitionBy: 'ip' },
    { store: createCounterStore(parts), now: runtime.now },
  );
  const endpoint: AroundEndpoint = (caller, next) => (caller.auth.isAnonymous ? limit(caller, next) : next(caller));
  return { around: { endpoint, use: guarding(createGuard((model) => isOpenToAll(settings, model))) } };
});

/** Counted where the tokens are kept, else where the server keeps what its instances share: an instance more must not be a rate more. */
function createCounterStore(parts: FeatureInput<'public-access'>): CounterStore {
  const { auth } = parts.runtime.declared;
  const tokenStorage = auth !== undefined && 'tokenStorage' in auth ? auth.tokenStorage : undefined;
  const options = readStoreOption(tokenStorage, { path: 'auth.tokenStorage', variables: parts.environment }) ?? readKeptState(parts).common;
  return options === undefined ? new MemoryCounterStore() : new SharedCounterStore(useStore(parts.stores, options, 'public-access:'));
}

type Guarded = Parameters<typeof isOpenToAll>[1];

function createGuard(isOpen: (model: Guarded) => boolean): EntryGuard {
  return {
    concerns: ({ model }) => (model.kind === 'tool' || model.kind === 'prompt') && !isOpen(model),
    lists: (_entry, { auth }) => !auth.isAnonymous,
    admit: ({ model }, { auth }) => {
      if (!auth.isAnonymous) return undefined;
      throw new AuthorityDenied({ type: model.kind, name: model.listedName }, { by: 'publicAccess', denial: 'it needs a sign-in' });
    },
  };
}

/** Of any mode that lets callers in without a sign-in. */
function publicAccessOf({ declared }: Pick<ServerRuntime, 'declared'>): PublicAccessOptions | undefined {
  const { auth } = declared;
  return auth !== undefined && 'publicAccess' in auth ? auth.publicAccess : undefined;
}
