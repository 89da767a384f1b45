import type { Container } from '../container/index.ts';
import { constructWith, isToken, type ContextExtension } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import { reaches, type CollectedPlugin } from '../entries/index.ts';
import { ownerPath, type EntryModel, type OwnerModel } from '../model/index.ts';
import { takeAll, type Logger } from '../std/index.ts';
import { addExtension, hooksOf, refuseExtension, runHooks, type BoundHooks, type EntryHooks } from './hook-chain.ts';

interface LivePlugin {
  readonly plugin: CollectedPlugin;
  readonly hooks: BoundHooks;
  readonly extensions: readonly ContextExtension[];
}

/** The plugins of a server, started. */
export interface Plugins {
  /**
   * Hooks around one entry, outermost first: plugins of the server, then of the app, in the order of their lists. Undefined for an entry
   * outside the scope of every plugin, when none of them has context extensions.
   */
  hooksFor(entry: EntryModel): EntryHooks | undefined;
  /** Puts `observe` around every hook of a call; before the first request. */
  observeHooks(observe: HookObserver): void;
  close(): Promise<void>;
}

/** Registers the providers that plugins compute from options which themselves need providers; before the container starts. */
export async function registerFactoryProviders(
  plugins: readonly CollectedPlugin[],
  container: Container,
): Promise<ReadonlyMap<CollectedPlugin, unknown>> {
  const options = new Map<CollectedPlugin, unknown>();
  for (const plugin of plugins) {
    const { init } = plugin.declaration;
    if (init === undefined || !('useFactory' in init)) {
      options.set(plugin, init?.options ?? {});
      continue;
    }
    const args = [];
    for (const token of init.inject()) args.push(await container.resolve(plugin.model.owner, token));
    const computed: unknown = await Reflect.apply(init.useFactory, undefined, args);
    options.set(plugin, computed);
    const dynamicProviders: unknown = Reflect.get(plugin.target, 'dynamicProviders');
    const providers: unknown = typeof dynamicProviders === 'function' ? Reflect.apply(dynamicProviders, plugin.target, [computed]) : [];
    if (Array.isArray(providers)) container.register(providers.map((item: unknown) => ({ item, owner: plugin.model.owner })));
  }
  return options;
}

/**
 * Builds and starts the plugins, in the order of their lists; the container has started.
 * @throws {ServiceError} what a plugin's constructor or `onStart` throws
 */
export async function startPlugins(parts: {
  readonly plugins: readonly CollectedPlugin[];
  readonly options: ReadonlyMap<CollectedPlugin, unknown>;
  readonly container: Container;
  readonly logger: Logger;
}): Promise<Plugins> {
  const live: LivePlugin[] = [];
  for (const plugin of parts.plugins) {
    const view = parts.container.view(plugin.model.owner);
    const instance = constructWith({ resolver: view }, plugin.target, [parts.options.get(plugin) ?? {}]);
    if (typeof instance !== 'object' || instance === null) continue;
    const hooks = hooksOf(instance);
    await hooks.onStart?.({ resolver: view, logger: parts.logger.child(plugin.model.name) });
    live.push({ plugin, hooks, extensions: readExtensions(plugin) });
  }
  const known = new Map<string, EntryHooks>();
  const byEntry = new WeakMap<EntryModel, EntryHooks | undefined>();
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
    // Closes every plugin, also after one that failed to close.
    close: () =>
      takeAll(
        [...live].reverse().map(
          ({ hooks }) =>
            async () =>
              hooks.onClose?.(),
        ),
      ),
  };
}

/** Runs one hook of a plugin and may observe it. */
type HookObserver = <T>(plugin: string, hook: string, run: () => T) => T;

function entryHooks(plugins: readonly LivePlugin[], elsewhere: readonly LivePlugin[], observe: HookObserver | undefined): EntryHooks {
  // A plugin of an app whose scope is `server` reaches everything, but stays inside the plugins of the server.
  const ordered = [...plugins].sort((left, right) => depth(left.plugin.model.owner) - depth(right.plugin.model.owner));
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
    around: (kind, call, innermost) => runHooks(hooks, kind, { call, innermost }),
    extend: (context, frame) => {
      for (const extension of extensions) addExtension(context, extension, frame);
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
      'token' in extension &&
      typeof extension.property === 'string' &&
      isToken(extension.token)
    ) {
      const hint =
        'errorMessage' in extension && typeof extension.errorMessage === 'string' ? { errorMessage: extension.errorMessage } : {};
      return { property: extension.property, token: extension.token, ...hint };
    }
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `plugin "${plugin.model.name}": contextExtensions are { property, token, errorMessage? }`,
    );
  });
}
