import { unknownEnvironment, type AnyClass, type RuntimeEnvironment } from '../../define/index.ts';
import { createChangeBus, createRegistry } from '../../entries/index.ts';
import { systemClock, takeAll, type Clock, type Logger } from '../../std/index.ts';
import { assemble, type AssembledServer, type AssemblySteps, type RuntimeConstants } from '../assembly/assemble.ts';
import type { ServerRuntime } from './server-runtime.ts';

export interface ServerRuntimeOptions {
  readonly logger: Logger;
  readonly constants?: RuntimeConstants | undefined;
  /** Steps that features add to the assembly. */
  readonly steps: AssemblySteps;
  /** Environment of the server, known to the host. Without it internal entries are shown to no caller. */
  readonly environment?: RuntimeEnvironment;
  readonly now?: Clock;
}

/**
 * Builds a server from its decorated class: model, registry, providers, plugins. Everything is checked and built before it resolves.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID and the provider codes; {UnenforcedMetadataError}
 */
export async function createServerRuntime(server: AnyClass, options: ServerRuntimeOptions): Promise<ServerRuntime> {
  const { constants = {}, logger, steps } = options;
  return runtimeOf(await assemble(server, { constants, logger, steps }), options);
}

/** A runtime of what has been assembled. */
export function runtimeOf(assembled: AssembledServer, options: ServerRuntimeOptions): ServerRuntime {
  const { logger, constants = {}, environment = unknownEnvironment, steps } = options;
  const { container, declared, entries, model, plugins, releaseNames, warnings } = assembled;
  for (const warning of warnings) logger.warn(warning);
  const registry = createRegistry({
    entries,
    environment,
    allowNonFinite: model.options.output.allowNonFinite,
    validators: constants.validators,
    services: steps,
  });
  return {
    model,
    declared,
    registry,
    container,
    plugins,
    changes: createChangeBus((failure) => logger.error('a listener of changes failed', { failure })),
    logger,
    environment,
    now: options.now ?? systemClock,
    pipeline: { toolGuards: [], services: {} },
    assembled: { ...assembled, services: steps, keptIndexes: constants.indexes ?? {} },
    close: () => takeAll([() => container.close(), async () => releaseNames?.()]),
  };
}
