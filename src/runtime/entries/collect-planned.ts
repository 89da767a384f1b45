import { type AnyClass, type Declaration, declaredAs } from '../define/index.ts';
import { declarationOf } from '../define/metadata.ts';
import { ServiceError } from '../errors/index.ts';
import type { OwnerModel, ServerModel } from '../model/index.ts';
import { type Collected, type CollectedEntry, type CollectedPlugin, entryLists, isEntryKind } from './collected.ts';
import { otherThanBuilt } from './link-model.ts';
import { pluginLists } from './plugin-lists.ts';

type Options = Declaration['options'];

/** What declarations have beside the model of their build. */
export interface PlannedLists extends Pick<Collected, 'entries' | 'plugins'> {
  readonly server: Pick<Declaration, 'options'>;
  /** In the order of their entries. */
  readonly listing: readonly PlainOwner[];
}

/** A server or an app, with the `output` options that hold for its entries. */
interface PlainOwner {
  readonly options: Options;
  readonly outputOptions: readonly unknown[];
  /** Empty where the model of the build says it. */
  readonly owner: readonly OwnerModel[];
}

/**
 * The entries and plugins of a server whose model is the one of its build, in the order of `collect`. What plugins are called and whom they
 * belong to is known from it.
 * @throws {ServiceError} CONFIG_INVALID for other plugins than those of the build
 */
export function collectPlanned(serverClass: AnyClass, { plugins: planned }: Pick<ServerModel, 'plugins'>): PlannedLists {
  const plugins: CollectedPlugin[] = [];
  const withPlugins = (lists: PlainOwner): PlainOwner[] => [
    lists,
    ...plainList(lists.options, 'plugins').flatMap((item) => {
      const declaration = declarationOf(item);
      const target = declaration?.target;
      const given = declaration?.options['name'];
      const name = typeof given === 'string' ? given : (target?.name ?? 'without @Plugin');
      const model = planned[plugins.length];
      if (declaration === undefined || target === undefined || model?.name !== name)
        throw otherThanBuilt(`the server lists the plugin "${name}"`);
      const options = pluginLists(declaration, target);
      plugins.push({ model, declaration: { ...declaration, options }, target });
      return withPlugins({ ...lists, options, owner: model.owner });
    }),
  ];
  const owners = plainOwners(serverClass);
  const listing = owners.flatMap(withPlugins);
  const missing = planned[plugins.length];
  if (missing !== undefined) throw otherThanBuilt(`the server does not list the plugin "${missing.name}"`);
  return { server: owners[0], entries: listing.flatMap(plainEntries), listing, plugins };
}

/** The providers of such a server, and the tokens that its plugins show. */
export function plannedProviders({ listing }: PlannedLists, { apps, info }: ServerModel): Pick<Collected, 'providers' | 'exports'> {
  const chain: OwnerModel[] = [{ kind: 'server', id: info.name }];
  const waiting = [chain, ...apps.map(({ id }): OwnerModel[] => [...chain, { kind: 'app', id }])];
  const owned = listing.map(({ options, owner }) => ({ options, owner: owner.length > 0 ? owner : (waiting.shift() ?? chain) }));
  return {
    providers: owned.flatMap(({ options, owner }) => plainList(options, 'providers').map((item) => ({ item, owner }))),
    exports: owned.map(({ options, owner }) => ({ owner, tokens: plainList(options, 'exports') })),
  };
}

/** The server, and its apps in the order of their list. */
function plainOwners(serverClass: AnyClass): readonly [server: PlainOwner, ...apps: PlainOwner[]] {
  const server = declaredAs('server', serverClass);
  if (server === undefined) throw new ServiceError('INVALID_DECORATOR_METADATA', `${serverClass.name} is not a server`);
  const outputOptions = [server.options['output']];
  const apps = plainList(server.options, 'apps').flatMap((app) => declarationOf(app) ?? []);
  return [
    { options: server.options, outputOptions, owner: [] },
    ...apps.map(({ options }) => ({ options, outputOptions: [options['output'], ...outputOptions], owner: [] })),
  ];
}

/** Entries of the lists of one owner. */
const plainEntries = ({ options, outputOptions, owner }: PlainOwner): CollectedEntry[] =>
  entryLists.flatMap(([list]) =>
    plainList(options, list).flatMap((item) => {
      const declaration = declarationOf(item);
      return declaration !== undefined && isEntryKind(declaration.kind)
        ? [{ kind: declaration.kind, owner, declaration, outputOptions }]
        : [];
    }),
  );

function plainList(options: Options, list: string): readonly unknown[] {
  const value = options[list];
  return Array.isArray(value) ? value : [];
}
