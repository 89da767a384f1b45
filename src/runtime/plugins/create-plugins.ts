import type { Container } from '../container/index.ts';
import {
  constructWith,
  isToken,
  type ContextExtension,
  type HttpRoute,
  type PluginHost,
  type PluginRoute,
  type PluginStorage,
} from '../define/index.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import { callStatic, reaches, type CollectedPlugin } from '../entries/index.ts';
import { ownerPath, type EntryModel, type OwnerModel, type PluginModel, type SkillModel } from '../model/index.ts';
import { fieldsOf, takeAll } from '../std/index.ts';
import { addExtension, hooksOf, refuseExtension, runHooks, type BoundExtension, type BoundHooks, type EntryHooks } from './hook-chain.ts';

interface LivePlugin {
  readonly plugin: CollectedPlugin;
  readonly hooks: BoundHooks;
  readonly extensions: readonly BoundExtension[];
}

/** What `static modules(options)` of plugins names. */
export interface PluginModules {
  /** Packages of the bundle, by name. */
  readonly modules?: Readonly<Record<string, unknown>>;
  /** Imports one where the server was not compiled. @throws {Error} when there is no such package */
  readonly importModule?: (name: string) => Promise<unknown>;
}

/** The plugins of a server. */
export interface Plugins {
  /**
   * Hooks around one entry, outermost first: plugins of the server, then of the app, by their `order`, in the order of their lists. Undefined
   * for an entry outside the scope of every plugin, when none of them has context extensions.
   */
  hooksFor(entry: EntryModel | SkillModel): EntryHooks | undefined;
  /** Puts `observe` around every hook of a call; before the first request. */
  observeHooks(observe: HookObserver): void;
  /** What `static stores(options)` of each plugin names. */
  storages(): readonly { readonly model: PluginModel; readonly storages: Readonly<Record<string, PluginStorage>> }[];
  /** What plugins answer beside the MCP endpoint. */
  routes(): readonly HttpRoute[];
  /**
   * Runs every `onStart` in the order of the lists.
   * @param hostOf what a plugin is given
   * @throws {ServiceError} what an `onStart` throws
   */
  start(hostOf: (plugin: PluginModel) => PluginHost): Promise<void>;
  close(): Promise<void>;
}

/** Computes options that need providers, and registers the providers that plugins make of them; before the container starts. */
export async function registerFactoryProviders(
  plugins: readonly CollectedPlugin[],
  container: Container,
): Promise<ReadonlyMap<CollectedPlugin, unknown>> {
  const options = new Map<CollectedPlugin, unknown>();
  for (const plugin of plugins) {
    const { init } = plugin.declaration;
    if (init === undefined || !('useFactory' in init)) continue;
    const args = [];
    for (const token of init.inject()) args.push(await container.resolve(plugin.model.owner, token));
    const computed: unknown = await Reflect.apply(init.useFactory, undefined, args);
    callStatic(plugin.target, 'checkOptions', computed);
    refuseUnplanned(plugin, computed);
    options.set(plugin, computed);
    const providers = callStatic(plugin.target, 'dynamicProviders', computed);
    if (Array.isArray(providers)) container.register(providers.map((item: unknown) => ({ item, owner: plugin.model.owner })));
  }
  return options;
}

/** @throws {ServiceError} CONFIG_INVALID when computed options bring entries or addresses, which a build must know */
function refuseUnplanned({ model, target }: CollectedPlugin, options: unknown): void {
  const brings = (made: unknown): boolean =>
    Array.isArray(made) ? made.length > 0 : Object.values(fieldsOf(made)).some((list) => Array.isArray(list) && list.length > 0);
  const member = ['getPluginMetadata', 'routes', 'modules'].find((name) => brings(callStatic(target, name, options)));
  if (member !== undefined)
    throw configInvalid(
      `plugin "${model.name}": ${target.name}.${member} brings something with the options that "useFactory" computes at start, and a build must know it: give these options to init`,
    );
}

/**
 * Builds the plugins, in the order of their lists; the container has started.
 * @throws {ServiceError} what a plugin's constructor throws
 */
export function createPlugins(
  plugins: readonly CollectedPlugin[],
  computed: ReadonlyMap<CollectedPlugin, unknown>,
  container: Container,
): Plugins {
  const optionsOf = (plugin: CollectedPlugin): unknown => computed.get(plugin) ?? givenOptions(plugin) ?? {};
  const live: LivePlugin[] = [];
  for (const plugin of plugins) {
    const view = container.view(plugin.model.owner);
    const instance = constructWith({ resolver: view }, plugin.target, [optionsOf(plugin)]);
    if (typeof instance !== 'object' || instance === null) continue;
    const hooks = hooksOf(instance);
    const { contextMember } = hooks;
    live.push({ plugin, hooks, extensions: readExtensions(plugin).map((extension) => ({ ...extension, contextMember })) });
  }
  const known = new Map<string, EntryHooks>();
  const byEntry = new WeakMap<EntryModel | SkillModel, EntryHooks | undefined>();
  const started: LivePlugin[] = [];
  let observe: HookObserver | undefined;
  return {
    hooksFor(entry) {
      if (byEntry.has(entry)) return byEntry.get(entry);
      const key = ownerPath(entry.owner);
      const reaching = live.filter(({ plugin }) => reaches(plugin.model, entry));
      const elsewhere = live.filter((plugin) => plugin.extensions.length > 0 && !reaching.includes(plugin));
      const isFree = reaching.length === 0 && elsewhere.length === 0;
      const found = known.get(key) ?? (isFree ? undefined : entryHooks(reaching, elsewhere, observe));
      if (found !== undefined) known.set(key, found);
      byEntry.set(entry, found);
      return found;
    },
    observeHooks(observer) {
      observe = observer;
      known.clear();
    },
    storages: () => live.map(({ plugin }) => ({ model: plugin.model, storages: storagesOf(plugin.target, optionsOf(plugin)) })),
    routes: () => live.flatMap((one) => routesOf(one, optionsOf(one.plugin))),
    async start(hostOf) {
      for (const plugin of live) {
        // Closed too when its start fails: it may have opened something.
        started.push(plugin);
        await plugin.hooks.onStart?.(hostOf(plugin.plugin.model));
      }
    },
    // Closes every plugin, also after one that failed to close.
    close: () => takeAll(started.toReversed().map((plugin) => async () => plugin.hooks.onClose?.())),
  };
}

const givenOptions = ({ declaration: { init } }: CollectedPlugin): unknown =>
  init === undefined || 'useFactory' in init ? undefined : init.options;

function storagesOf(target: CollectedPlugin['target'], options: unknown): Readonly<Record<string, PluginStorage>> {
  const named = callStatic(target, 'stores', options);
  return typeof named === 'object' && named !== null ? (named as Readonly<Record<string, PluginStorage>>) : {};
}

function routesOf({ hooks: { onRequest }, plugin: { model, target } }: LivePlugin, options: unknown): readonly HttpRoute[] {
  const named = callStatic(target, 'routes', options);
  if (!Array.isArray(named) || named.length === 0) return [];
  if (onRequest === undefined)
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `plugin "${model.name}" names routes and has no method onRequest that answers them`,
    );
  return (named as readonly PluginRoute[]).map((route) => ({ ...route, handler: async (request, context) => onRequest(request, context) }));
}

/** Runs one hook of a plugin and may observe it. */
type HookObserver = <T>(plugin: string, hook: string, run: () => T) => T;

function entryHooks(plugins: readonly LivePlugin[], elsewhere: readonly LivePlugin[], observe: HookObserver | undefined): EntryHooks {
  // A plugin of an app whose scope is `server` reaches everything, but stays inside the plugins of the server.
  const ordered = plugins.toSorted(
    ({ plugin: { model: left } }, { plugin: { model: right } }) =>
      depth(left.owner) - depth(right.owner) || (left.order ?? 0) - (right.order ?? 0),
  );
  const seen =
    <Call, Next, Result>(plugin: LivePlugin, name: string) =>
    (hook: (call: Call, next: Next) => Result): ((call: Call, next: Next) => Result) =>
      observe === undefined ? hook : (call, next) => observe(plugin.plugin.model.name, name, () => hook(call, next));
  const extensions = ordered.flatMap((plugin) => plugin.extensions);
  const hooks: EntryHooks = {
    toolCall: ordered.flatMap((plugin) => toList(plugin.hooks.aroundToolCall).map(seen(plugin, 'aroundToolCall'))),
    resourceRead: ordered.flatMap((plugin) => toList(plugin.hooks.aroundResourceRead).map(seen(plugin, 'aroundResourceRead'))),
    promptGet: ordered.flatMap((plugin) => toList(plugin.hooks.aroundPromptGet).map(seen(plugin, 'aroundPromptGet'))),
    filters: ordered.flatMap((plugin) => plugin.hooks.filterEntry ?? []),
    listings: ordered.flatMap((plugin) => plugin.hooks.listEntry ?? []),
    admissions: ordered.flatMap((plugin) => plugin.hooks.admitEntry ?? []),
    around: (kind, call, innermost) => runHooks(hooks, kind, { call, innermost }),
    extend: (context, call) => {
      for (const extension of extensions) addExtension(context, extension, call);
      for (const { extensions: others, plugin } of elsewhere)
        for (const extension of others) refuseExtension(context, extension, plugin.model.name);
    },
  };
  return hooks;
}

const toList = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

const depth = (owner: readonly OwnerModel[]): number => owner.filter((step) => step.kind === 'app').length;

function readExtensions(plugin: CollectedPlugin): readonly ContextExtension[] {
  const given = plugin.declaration.options['contextExtensions'];
  return (Array.isArray(given) ? given : []).map((extension: unknown): ContextExtension => {
    if (
      typeof extension === 'object' &&
      extension !== null &&
      'property' in extension &&
      typeof extension.property === 'string' &&
      (!('token' in extension) || isToken(extension.token))
    ) {
      const hint =
        'errorMessage' in extension && typeof extension.errorMessage === 'string' ? { errorMessage: extension.errorMessage } : {};
      return {
        property: extension.property,
        ...('token' in extension && isToken(extension.token) ? { token: extension.token } : {}),
        ...hint,
      };
    }
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `plugin "${plugin.model.name}": contextExtensions are { property, token?, errorMessage? }`,
    );
  });
}
