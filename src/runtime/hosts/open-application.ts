import { assemblyStepsOf } from '../features/application/define-feature.ts';
import { createApplication, type Application } from '../features/application/compose.ts';
import type { Mount, OpenPart } from '../features/application/application.ts';
import type { Environment } from '../options/env.ts';
import type { Host, HostedServer } from './host.ts';
import type { HostLog } from './host-log.ts';
import { createServerRuntime } from '../mcp/call/create-server-runtime.ts';

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
