import { assemblyStepsOf } from '../features/application/define-feature.ts';
import { createApplication, type Application } from '../features/application/compose.ts';
import type { Mount, OpenPart } from '../features/application/application.ts';
import type { Environment } from '../options/env.ts';
import type { Host, HostedServer } from './host.ts';
import type { HostLog } from './host-log.ts';
import { unknownEnvironment, type AnyClass, type RuntimeEnvironment } from '../define/index.ts';
import { createChangeBus, createRegistry } from '../entries/index.ts';
import { systemClock, takeAll, type Clock, type Logger } from '../std/index.ts';
import { assemble, type AssemblySteps, type RuntimeConstants } from '../mcp/assembly/assemble.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';

export interface OpenOptions {
  readonly environment: Environment;
  readonly host: Pick<Host, 'describe' | 'capabilities'>;
  readonly log: HostLog;
  /** Where this part of a server with several endpoints is. */
  readonly mount?: Mount | undefined;
}

/** Builds the application of an HTTP host. A server whose apps have their own endpoints is several applications in one. */
export async function openHttpApplication(hosted: HostedServer, options: OpenOptions): Promise<Application> {
  const open: OpenPart = (server, mount) => openApplication({ ...hosted, server }, { ...options, mount });
  for (const { mounting } of hosted.features) {
    const joined = mounting?.(hosted.server, open);
    if (joined !== undefined) return joined;
  }
  return openApplication(hosted, options);
}

/** Builds a server's application; nothing runs before its `start`. */
export async function openApplication(hosted: HostedServer, options: OpenOptions): Promise<Application> {
  const { environment, host, log, mount } = options;
  const { constants, features, revisions, server, settings } = hosted;
  const runtime = await createServerRuntime(server, {
    constants,
    steps: assemblyStepsOf(features),
    logger: log.logger,
    environment: { ...host.describe(environment), target: settings.target },
  });
  const withPath = { ...environment, SERVICE_HTTP_ENTRY_PATH: environment.SERVICE_HTTP_ENTRY_PATH ?? settings.entryPath };
  return createApplication({ runtime, revisions, features, environment: withPath, capabilities: host.capabilities, mount, ...log });
}

interface ServerRuntimeOptions {
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
  const { logger, constants = {}, environment = unknownEnvironment, steps } = options;
  const assembled = await assemble(server, { constants, logger, steps });
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
    pipeline: { admission: undefined, guardSkills: undefined, toolGuards: [], services: {}, observeStage: undefined },
    assembled: { ...assembled, services: steps },
    close: () => takeAll([() => container.close(), async () => releaseNames?.()]),
  };
}
