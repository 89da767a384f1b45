import { type Container, createContainer, noProviders } from '../../container/index.ts';
import { type AnyClass, type DeclaredOptions, declaredAs } from '../../define/index.ts';
import {
  collect,
  type Collected,
  collectPlain,
  type EntryServices,
  type KnownAtBuild,
  linkModel,
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
import { type Plugins, createPlugins, registerFactoryProviders, takeAdapterNames } from '../../plugins/index.ts';
import type { Logger } from '../../std/index.ts';
import type { Admission, ModelGuard } from '../call/call-pipeline.ts';
import { admissionBy, entryGuard, guardBy } from '../call/admission.ts';

/* How declarations become a server's parts. What only some servers need for that is brought by features: see `AssemblySteps`. */

/** Results of the build: with them a bundle converts no schema at start, or makes no model at all. */
export interface RuntimeConstants extends KnownAtBuild, SettledModel {
  /** What the adapters have prepared. */
  readonly prepared?: PreparedData;
  readonly validators?: Readonly<Record<EntryId, Validator>>;
}

/**
 * What features bring to the assembly. Without them a server is entries alone, and its model is the one that the build made of the same
 * declarations.
 */
export interface AssemblySteps extends EntryServices {
  /** For servers that were not compiled: their adapters prepare at start. */
  readonly prepareAdapter?: PrepareAdapter;
  /** Brought by the feature `plugins`. */
  readonly owners?: OwnerSteps;
  /** Brought by the feature `providers`, always with the one above. */
  readonly providers?: ProviderSteps;
  /** Brought by the feature `unplanned-options`, always with the one above: a list that is decided at start may hold anything. */
  readonly options?: OptionSteps;
}

/** For servers with providers. */
export interface ProviderSteps {
  readonly create: typeof createContainer;
  /** Options of plugins that need providers. */
  readonly computeOptions: typeof registerFactoryProviders;
}

/** For servers with lists of more than entries. */
export interface OwnerSteps {
  readonly collect: (server: AnyClass, prepare: PrepareAdapter) => Promise<Collected>;
  readonly start: (collected: Collected, modelled: ModelledServer, parts: OwnerParts) => Promise<AssembledServer>;
}

interface OwnerParts {
  readonly logger: Logger;
  readonly providers: ProviderSteps | undefined;
}

/** For servers whose options are decided where they run: all are read and checked there. */
export interface OptionSteps {
  readonly readModel: (collected: Collected, constants: RuntimeConstants) => ModelledServer;
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
  /** Absent on servers of entries alone. */
  readonly collected?: Collected;
  /** The server decorator's argument as written. */
  readonly declared: DeclaredOptions;
  readonly container: Container;
  /** Absent on servers without plugins. */
  readonly plugins?: Plugins | undefined;
  /** Entries that plugins hide from callers. */
  readonly admission?: Admission;
  /** Skills that plugins hide. */
  readonly guardSkills?: ModelGuard;
  /** Gives back what only one server of a process may have. */
  readonly releaseNames?: () => void;
}

/**
 * Checks and builds everything before it resolves.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
 */
export async function assemble(server: AnyClass, { constants, logger, steps }: AssemblyInput): Promise<AssembledServer> {
  const { options, owners, providers } = steps;
  if (owners === undefined) {
    const { declared, entries } = collectPlain(server);
    return { ...linkModel({ entries }, constants, steps), declared, container: noProviders };
  }
  const collected = await owners.collect(server, steps.prepareAdapter ?? preparedAtBuild(constants.prepared));
  const modelled = options === undefined ? linkModel(collected, constants, steps) : options.readModel(collected, constants);
  return owners.start(collected, modelled, { logger, providers });
}

/** Log settings, read before the assembly, because the log also reports a start that fails. */
export const loggingOf = (server: AnyClass, constants: RuntimeConstants, { options }: AssemblySteps): LoggingModel =>
  options?.logging(server) ?? settledModel(constants).options.logging;

/** Reads and checks every option: uncompiled use, and servers with options that are decided where they run. */
export const optionSteps: OptionSteps = {
  readModel: (collected, constants) => serverModelOf(collected, constants),
  check: async (server, constants, prepareAdapter = preparedAtBuild(constants.prepared)) =>
    void serverModelOf(await collect(server, prepareAdapter), constants),
  logging: (server) => loggingOptions(declaredAs('server', server)?.options),
};

/** Builds the providers and starts the plugins of a server whose model is there. */
async function start(collected: Collected, modelled: ModelledServer, { logger, providers }: OwnerParts): Promise<AssembledServer> {
  const releaseNames = takeAdapterNames(collected);
  try {
    const container = providers?.create({ ...collected, logger }) ?? noProviders;
    const options = (await providers?.computeOptions(collected.plugins, container)) ?? new Map();
    await container.start();
    const plugins = createPlugins(collected.plugins, options, container);
    const guard = guardBy(plugins);
    const admission = admissionBy([entryGuard(guard)]);
    for (const { instance, name } of collected.adapterClasses) instance.setLogger?.(logger.child(name));
    return { ...modelled, collected, guardSkills: guard, declared: collected.server.options, container, plugins, admission, releaseNames };
  } catch (failure) {
    releaseNames();
    throw failure;
  }
}

/** Steps of servers whose lists hold more than entries. */
export const ownerSteps: OwnerSteps = { collect, start };

export const providerSteps: ProviderSteps = { create: createContainer, computeOptions: registerFactoryProviders };
