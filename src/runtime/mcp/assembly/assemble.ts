import { type Container, createContainer, noProviders } from '../../container/index.ts';
import { type AnyClass, type DeclaredOptions, declaredAs } from '../../define/index.ts';
import {
  collect,
  type Collected,
  collectPlanned,
  type EntryServices,
  type KnownAtBuild,
  linkModel,
  plannedProviders,
  type PlannedLists,
  preparedAtBuild,
  type PrepareAdapter,
  type PreparedData,
  loggingOptions,
  type ModelledServer,
  serverModelOf,
  settledModel,
  type SettledModel,
  type Validator,
} from '../../entries/index.ts';
import type { LoggingModel } from '../../model/server-model.ts';
import type { EntryId } from '../../model/index.ts';
import {
  createAdapters,
  type LiveAdapter,
  type PluginModules,
  type Plugins,
  type createPlugins,
  registerFactoryProviders,
  takeAdapterNames,
} from '../../plugins/index.ts';
import type { KeptIndexes } from '../../search/index.ts';
import type { Logger } from '../../std/index.ts';

/* How declarations become a server's parts. What only some servers need for that is brought by features: see `AssemblySteps`. */

/** Results of the build: with them a bundle converts no schema at start, or makes no model at all. */
export interface RuntimeConstants extends KnownAtBuild, SettledModel, PluginModules {
  /** What the adapters have prepared. */
  readonly prepared?: PreparedData;
  readonly validators?: Readonly<Record<EntryId, Validator>>;
  readonly indexes?: KeptIndexes;
}

/** What features bring to the assembly. Without them the model of a server is the one that the build made of the same declarations. */
export interface AssemblySteps extends EntryServices {
  /** For servers that were not compiled: their adapters prepare at start. */
  readonly prepareAdapter?: PrepareAdapter;
  /** Brought by the feature `plugins`. */
  readonly createPlugins?: typeof createPlugins;
  /** Brought by the feature `adapters`. */
  readonly adapters?: AdapterSteps;
  /** Brought by the feature `providers`. */
  readonly providers?: ProviderSteps;
  /** Brought by the feature `unplanned-options`. */
  readonly options?: OptionSteps;
}

/** For servers with providers. */
export interface ProviderSteps {
  readonly create: (lists: Collected | PlannedLists, modelled: ModelledServer, logger: Logger) => Container;
  /** Options of plugins that need providers. */
  readonly computeOptions: typeof registerFactoryProviders;
}

/** Declarations of a server, read where it starts, and the model that they are. */
export interface ReadServer extends ModelledServer {
  readonly collected: Collected;
}

type ReadDeclarations = (server: AnyClass, input: Pick<AssemblyInput, 'constants' | 'steps'>) => Promise<ReadServer>;

/** For servers with adapters, which make entries when they are collected. */
export interface AdapterSteps {
  readonly read: ReadDeclarations;
  /** Once the container has started. @throws {ServiceError} for a name that another server of the process has */
  readonly start: (
    collected: Collected,
    container: Container,
    logger: Logger,
  ) => Promise<Pick<AssembledServer, 'adapters' | 'releaseNames'>>;
}

/** For servers whose options are decided where they run: all are read and checked there. */
export interface OptionSteps {
  readonly read: ReadDeclarations;
  /** Reads and checks the options alone. */
  readonly check: (server: AnyClass, constants: RuntimeConstants, prepareAdapter?: PrepareAdapter) => Promise<void>;
  readonly logging: (server: AnyClass) => LoggingModel;
}

export interface AssemblyInput {
  readonly constants: RuntimeConstants;
  readonly logger: Logger;
  readonly steps: AssemblySteps;
}

export interface AssembledServer extends ModelledServer {
  /** Absent where the model of the build says enough. */
  readonly collected?: Collected | undefined;
  /** The server decorator's argument as written. */
  readonly declared: DeclaredOptions;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  readonly adapters?: readonly LiveAdapter[];
  /** What plugins import. */
  readonly pluginModules?: PluginModules;
  /** Gives back what only one server of a process may have. */
  readonly releaseNames?: (() => void) | undefined;
}

/**
 * Checks and builds everything before it resolves.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
 */
export async function assemble(server: AnyClass, input: AssemblyInput): Promise<AssembledServer> {
  const { constants, steps } = input;
  const read = await (steps.options ?? steps.adapters)?.read(server, input);
  if (read !== undefined) return startOwners(read.collected, read, input);
  const lists = collectPlanned(server, settledModel(constants));
  return startOwners(lists, linkModel(lists, constants, steps), input);
}

/** Providers, plugins and adapters, in this order of their start. */
export async function startOwners(
  lists: Collected | PlannedLists,
  modelled: ModelledServer & Partial<ReadServer>,
  { constants, logger, steps }: AssemblyInput,
): Promise<AssembledServer> {
  const { adapters, createPlugins, providers } = steps;
  const { collected } = modelled;
  const container = providers?.create(lists, modelled, logger) ?? noProviders;
  const computed = await providers?.computeOptions(lists.plugins, container);
  await container.start();
  const plugins = createPlugins?.(lists.plugins, container, computed);
  const started = collected && (await adapters?.start(collected, container, logger));
  return { ...modelled, ...started, declared: lists.server.options, container, plugins, pluginModules: constants };
}

/** Log settings, read before the assembly, because the log also reports a start that fails. */
export const loggingOf = (server: AnyClass, constants: RuntimeConstants, { options }: AssemblySteps): LoggingModel =>
  options?.logging(server) ?? settledModel(constants).options.logging;

const collectAll = (server: AnyClass, { prepared }: RuntimeConstants, prepareAdapter?: PrepareAdapter): Promise<Collected> =>
  collect(server, prepareAdapter ?? preparedAtBuild(prepared));

/** Reads and checks every option: uncompiled use, and servers with options that are decided where they run. */
export const optionSteps: OptionSteps = {
  async read(server, { constants, steps }) {
    const collected = await collectAll(server, constants, steps.prepareAdapter);
    return { ...serverModelOf(collected, constants), collected };
  },
  check: async (server, constants, prepareAdapter) => void serverModelOf(await collectAll(server, constants, prepareAdapter), constants),
  logging: (server) => loggingOptions(declaredAs('server', server)?.options),
};

export const adapterSteps: AdapterSteps = {
  async read(server, { constants, steps }) {
    const collected = await collectAll(server, constants, steps.prepareAdapter);
    return { ...linkModel(collected, constants, steps), collected };
  },
  async start(collected, container, logger) {
    const releaseNames = takeAdapterNames(collected);
    try {
      const adapters = await createAdapters(collected, container);
      for (const { instance, name } of adapters) instance.setLogger?.(logger.child(name));
      return { adapters, releaseNames };
    } catch (failure) {
      releaseNames();
      throw failure;
    }
  },
};

export const providerSteps: ProviderSteps = {
  create: (lists, { model }, logger) => createContainer({ ...('listing' in lists ? plannedProviders(lists, model) : lists), logger }),
  computeOptions: registerFactoryProviders,
};
