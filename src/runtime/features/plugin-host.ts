import { getGlobalStoreConfig, isProduction, resolveAuto, type PluginHost, type PluginStorage } from '../define/index.ts';
import { callStatic, pluginBindings } from '../entries/index.ts';
import { configInvalid } from '../errors/index.ts';
import type { PluginModel, Store } from '../model/index.ts';
import { moduleImporter, type LivePlugin } from '../plugins/index.ts';
import { fieldsOf, isTexts, takeAll } from '../std/index.ts';
import { deriveBytes } from '../std/seal.ts';
import { serverIdentity } from '../storage/server-identity.ts';
import { useStored } from '../storage/stores.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';
import { isReachable } from './sign-in/open-address.ts';

type Parts = FeatureInput<'plugin-host'>;

/** What one kind of host gives plugins beside what all of them give. */
type MoreOfHost = (parts: Parts) => Partial<PluginHost>;

/** Gives plugins what they work with, and starts them once stores have been reached. */
export const pluginHost = hostPlugins(() => ({}));

/** {@link pluginHost} of a host that has more to give. */
export function hostPlugins(more: MoreOfHost) {
  return defineFeature('plugin-host', (parts) => {
    const given = more(parts);
    const all = (parts.runtime.plugins?.live ?? []).map((live) => ({
      hooks: live.hooks,
      host: Object.assign(createHost(parts, live), given),
    }));
    return { start: () => startPlugins(all) };
  });
}

async function startPlugins(
  all: readonly { readonly hooks: LivePlugin['hooks']; readonly host: PluginHost }[],
): Promise<() => Promise<void>> {
  const started: LivePlugin['hooks'][] = [];
  // Every plugin, also after one that failed to close.
  const closeAll = (): Promise<void> =>
    takeAll(
      started.toReversed().map(
        ({ onClose }) =>
          async () =>
            onClose?.(),
      ),
    );
  try {
    for (const { hooks, host } of all) {
      // Closed too when its start fails: it may have opened something.
      started.push(hooks);
      await hooks.onStart?.(host);
    }
  } catch (failure) {
    await closeAll();
    throw failure;
  }
  return closeAll;
}

function createHost(parts: Parts, { options, plugin: { model: plugin, target } }: LivePlugin): PluginHost {
  const { environment, logger, runtime } = parts;
  // Asked for now: stores are reached before any plugin starts.
  const storages = Object.entries(fieldsOf(callStatic(target, 'stores', options)));
  const modules = callStatic(target, 'modules', options);
  const bindings = pluginBindings(callStatic(target, 'bindings', options));
  const stores = new Map(storages.map(([name, storage]) => [name, openStore(parts, plugin, { name, storage: storage as PluginStorage })]));
  return {
    resolver: runtime.container.view(plugin.owner),
    logger: logger.child(plugin.name),
    now: runtime.now,
    get model() {
      return runtime.model;
    },
    entryPath: parts.http.entryPath,
    isProduction: isProduction(runtime.environment),
    isReachable: isReachable(parts.http),
    variable: (name) => environment.variable(name),
    deriveKey: (label, secret) => deriveBytes(secret, { label: `plugin ${pathOf(plugin)} ${label}`, identity: serverIdentity(parts) }),
    store: (name) => {
      const store = stores.get(name);
      if (store !== undefined) return store;
      throw configInvalid(`plugin "${plugin.name}" asks for the store "${name}", which its "static stores(options)" does not name`);
    },
    replaceOwner: (entries) => {
      if (plugin.changes === true && parts.replaceOwner !== undefined) return parts.replaceOwner(plugin.owner, entries);
      throw configInvalid(`plugin "${plugin.name}" replaces its entries: say "changes: true" in @Plugin, so that a build knows of it`);
    },
    toolIndex: plugin.searchesTools === true ? runtime.assembled.keptIndexes.tools : undefined,
    skillIndex: plugin.searchesTools === true ? runtime.assembled.keptIndexes.skills : undefined,
    binding: (name) => {
      if (bindings.some((one) => one.name === name)) return environment.binding?.(name);
      throw configInvalid(`plugin "${plugin.name}" asks for the binding "${name}", which its "static bindings(options)" does not name`);
    },
    publish: (change) => runtime.changes.publish(change),
    module: moduleImporter(`plugin "${plugin.name}"`, isTexts(modules) ? modules : [], runtime.assembled.pluginModules),
  };
}

/** Plugins of one class in two apps are two: what the one keeps is not the other's. */
const pathOf = ({ owner }: PluginModel): string =>
  owner
    .slice(1)
    .map(({ id, kind }) => `${kind}=${encodeURIComponent(id)}`)
    .join('/');

interface Named {
  readonly name: string;
  readonly storage: PluginStorage;
}

function openStore({ environment, runtime, stores }: Parts, plugin: PluginModel, { name, storage }: Named): Store {
  const kind = resolveAuto(storage, runtime.declared);
  const wanted = kind === 'global' ? getGlobalStoreConfig(plugin.name, runtime.declared) : kind;
  const source = { path: `store "${name}" of plugin "${plugin.name}"`, variables: environment };
  return useStored(stores, wanted, { ...source, part: `plugin:${pathOf(plugin)}:${name}:` });
}
