import { getGlobalStoreConfig, type PluginHost, type PluginStorage } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import type { PluginModel, Store } from '../model/index.ts';
import { deriveBytes } from '../std/seal.ts';
import { ownIdentity } from '../storage/server-identity.ts';
import { useStored } from '../storage/stores.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

/** Gives plugins what they work with, and starts them once stores have been reached. */
export const pluginHost = defineFeature('plugin-host', (parts) => {
  const { plugins } = parts.runtime;
  if (plugins === undefined) return {};
  const hosts = new Map(plugins.storages().map(({ model, storages }) => [model, createHost(parts, model, storages)]));
  return {
    start: async () => {
      await plugins.start((plugin) => hosts.get(plugin) ?? createHost(parts, plugin, []));
      return undefined;
    },
  };
});

type Parts = FeatureInput<'plugin-host'>;

function createHost(parts: Parts, plugin: PluginModel, storages: readonly PluginStorage[]): PluginHost {
  const { environment, logger, runtime } = parts;
  // Reached with the stores of the server, before any plugin starts.
  const opened = new Map(storages.map((storage) => [nameOf(storage), openStore(parts, plugin, storage)]));
  return {
    resolver: runtime.container.view(plugin.owner),
    logger: logger.child(plugin.name),
    now: runtime.now,
    variable: (name) => environment.variable(name),
    deriveKey: (label, secret) => deriveBytes(secret, { label: `plugin ${plugin.id} ${label}`, identity: ownIdentity(parts) }),
    store: (storage, prefix = '') => {
      const open = opened.get(nameOf(storage));
      if (open !== undefined) return open(prefix);
      throw configInvalid(`plugin "${plugin.name}" asks for a store that its "static stores(options)" does not name`);
    },
    publish: (change) => runtime.changes.publish(change),
  };
}

/** Equal options are one store. Functions in them (a client, a logger) are left out, as in the model. */
const nameOf = (storage: PluginStorage): string => JSON.stringify(storage);

function openStore({ environment, runtime, stores }: Parts, { id, name }: PluginModel, storage: PluginStorage): (prefix: string) => Store {
  const wanted = storage === 'global' ? getGlobalStoreConfig(name, runtime.declared) : storage;
  const part = `plugin:${id}:`;
  const store = useStored(stores, wanted, { path: `store of plugin "${name}"`, variables: environment, part });
  return (prefix) => (prefix === '' ? store : prefixed(store, prefix));
}

/** Part of what a plugin keeps. */
const prefixed = (store: Store, prefix: string): Store => ({
  ...store,
  get: (key) => store.get(prefix + key),
  set: (key, value, options) => store.set(prefix + key, value, options),
  compareAndSet: (key, swap) => store.compareAndSet(prefix + key, swap),
  delete: (key) => store.delete(prefix + key),
  keys: async (start) => (await store.keys(prefix + start)).map((key) => key.slice(prefix.length)),
  increment: (key, by, ttlMs) => store.increment(prefix + key, by, ttlMs),
});
