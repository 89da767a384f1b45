import { createContainer } from '../../container/index.ts';
import { unknownEnvironment, type AnyClass, type RuntimeEnvironment } from '../../define/index.ts';
import {
  collect,
  createChangeBus,
  createRegistry,
  serverModelOf,
  type Collected,
  type KnownParts,
  type ModelledServer,
  type SettledModel,
  type Validator,
} from '../../entries/index.ts';
import type { EntryId, JsonSchema } from '../../model/index.ts';
import { registerFactoryProviders, startPlugins } from '../../plugins/index.ts';
import { systemClock, type Clock, type Logger } from '../../std/index.ts';
import type { ServerRuntime } from './server-runtime.ts';

/** What the build knows already: with it a bundle converts no schema at start, or makes no model at all. */
export interface RuntimeConstants extends KnownParts, SettledModel {
  readonly validators?: Readonly<Record<EntryId, Validator>>;
}

export interface ServerRuntimeOptions {
  readonly logger: Logger;
  readonly constants?: RuntimeConstants | undefined;
  /** Where it runs; the host knows. Without it nothing internal is shown to callers. */
  readonly environment?: RuntimeEnvironment;
  /** For uncompiled use: makes a validator of an adapter's JSON Schema. */
  readonly compileValidator?: (schema: JsonSchema) => Validator;
  readonly now?: Clock;
}

/** How declarations get their model: by reading and checking their options, or, where the build has done both, by name alone. */
export type ModelOf = (collected: Collected, constants: RuntimeConstants) => ModelledServer;

/**
 * Builds a server from its decorated class: model, registry, providers, plugins. Everything is checked and built before it resolves.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
 */
export const createServerRuntime = (server: AnyClass, options: ServerRuntimeOptions): Promise<ServerRuntime> =>
  createRuntimeWith(serverModelOf, server, options);

/** As {@link createServerRuntime}, with the model made by what a bundle brings: options that were checked at build bring no checks. */
export async function createRuntimeWith(modelOf: ModelOf, server: AnyClass, options: ServerRuntimeOptions): Promise<ServerRuntime> {
  const { logger, constants = {}, environment = unknownEnvironment, compileValidator } = options;
  const collected = await collect(server);
  const { model, entries, warnings } = modelOf(collected, constants);
  for (const warning of warnings) logger.warn(warning);
  const container = createContainer(collected);
  const pluginOptions = await registerFactoryProviders(collected.plugins, container);
  await container.start();
  const plugins = await startPlugins({ plugins: collected.plugins, options: pluginOptions, container, logger });
  const registry = createRegistry({
    entries,
    environment,
    allowNonFinite: model.options.output.allowNonFinite,
    ...(constants.validators === undefined ? {} : { validators: constants.validators }),
    ...(compileValidator === undefined ? {} : { compileValidator }),
  });
  return {
    model,
    declared: collected.server.options,
    registry,
    container,
    plugins,
    changes: createChangeBus((failure) => logger.error('a listener of changes failed', { failure })),
    logger,
    environment,
    now: options.now ?? systemClock,
    surroundings: { entryGuards: [], toolGuards: [], services: {}, stage: undefined },
    async close() {
      await plugins.close();
      await container.close();
    },
  };
}
