import type { RuntimeEnvironment } from '../define/index.ts';
import { createApplication } from '../features/compose.ts';
import type { Application } from '../features/compose.ts';
import type { HttpPresence } from '../http/presence.ts';
import { createServerRuntime } from '../mcp/call/index.ts';
import type { Environment } from '../options/env.ts';
import type { Logger } from '../std/index.ts';
import type { HostedServer } from './host-settings.ts';

export interface OpeningParts {
  readonly environment: Environment;
  /** Where it runs, as `availableWhen` sees it. */
  readonly place: RuntimeEnvironment;
  readonly logger: Logger;
  readonly presence?: HttpPresence;
}

/** Builds a server's application; nothing runs before its `start`. */
export async function openApplication(hosted: HostedServer, parts: OpeningParts): Promise<Application> {
  const { environment, logger, place, presence } = parts;
  const { constants, features, revisions, server, settings } = hosted;
  const runtime = await createServerRuntime(server, { constants, logger, environment: place });
  const withPath = { ...environment, SERVICE_HTTP_ENTRY_PATH: environment.SERVICE_HTTP_ENTRY_PATH ?? settings.entryPath };
  const options = { runtime, revisions, features, environment: withPath, logger };
  return createApplication(presence === undefined ? options : { ...options, presence });
}
