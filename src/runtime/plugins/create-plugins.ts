import type { Container } from '../container/index.ts';
import { constructWith, hookNames } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import { concerns, type CollectedPlugin } from '../entries/index.ts';
import { type EntryModel, type OwnerModel, reaches, type SkillModel } from '../model/index.ts';
import { type BoundHooks, createHooks, type RunHooks } from './hook-chain.ts';

/** A plugin that has been built. */
export interface LivePlugin {
  readonly plugin: CollectedPlugin;
  /** As `init` got them, or as its factory made them. */
  readonly options: unknown;
  /** Features may put others around them before the first request. */
  hooks: BoundHooks;
}

/** The plugins of a server. */
export interface Plugins {
  /** In the order of their lists. */
  readonly live: readonly LivePlugin[];
  /** Those that reach an entry, outermost first: plugins of the server, then of the app, by their `order`, in the order of their lists. */
  readonly reaching: (entry: EntryModel | SkillModel) => readonly LivePlugin[];
  /** Those of them whose hooks are asked about an entry: a plugin without `static concerns` is asked about each that it reaches. */
  readonly concernedBy: (entry: EntryModel | SkillModel) => readonly LivePlugin[];
  /** Hooks around the calls of an entry; undefined where no plugin has a hook for it. */
  hooksFor(entry: EntryModel): RunHooks | undefined;
}

/**
 * Builds the plugins, in the order of their lists; the container has started.
 * @throws {ServiceError} what a plugin's constructor throws; CONFIG_INVALID for a hook that the build does not know of
 */
export function createPlugins(
  plugins: readonly CollectedPlugin[],
  container: Container,
  computed?: ReadonlyMap<CollectedPlugin, unknown>,
): Plugins {
  const live = plugins.map((plugin) => {
    const options = computed?.get(plugin) ?? givenOptions(plugin);
    const instance = constructWith({ resolver: container.view(plugin.model.owner) }, plugin.target, [options]);
    return { plugin, options, hooks: hooksOf(plugin, instance) };
  });
  // A plugin of an app whose scope is `server` reaches everything, but stays inside the plugins of the server.
  const ordered = live.toSorted(
    ({ plugin: { model: left } }, { plugin: { model: right } }) =>
      depth(left.owner) - depth(right.owner) || (left.order ?? 0) - (right.order ?? 0),
  );
  const reaching: Plugins['reaching'] = (entry) => ordered.filter(({ plugin }) => reaches(plugin.model, entry));
  const concernedBy: Plugins['concernedBy'] = (entry) => reaching(entry).filter(({ plugin: { target } }) => concerns(target, entry));
  const known = new WeakMap<EntryModel, RunHooks | undefined>();
  return {
    live,
    reaching,
    concernedBy,
    hooksFor(entry) {
      if (!known.has(entry)) known.set(entry, createHooks(entry, concernedBy(entry)));
      return known.get(entry);
    },
  };
}

const givenOptions = ({ declaration: { init } }: CollectedPlugin): unknown => (init !== undefined && 'options' in init ? init.options : {});

const depth = (owner: readonly OwnerModel[]): number => owner.filter((step) => step.kind === 'app').length;

/** The hooks that an instance implements, bound to it: plain functions, callable without their plugin. */
function hooksOf({ model }: CollectedPlugin, instance: object): BoundHooks {
  const found = hookNames.flatMap((name) => {
    const method: unknown = Reflect.get(instance, name);
    if (typeof method !== 'function') return [];
    // Whatever serves a hook is planned by the methods of the class.
    if (model.hooks?.includes(name) !== true)
      throw configInvalid(`plugin "${model.name}": "${name}" is set on the object; declare it as a method of the class`);
    return [[name, method.bind(instance)] as const];
  });
  return Object.fromEntries(found);
}
