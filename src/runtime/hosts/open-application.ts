import type { RuntimeEnvironment } from '../define/index.ts';
import { createApplication } from '../features/compose.ts';
import type { Application } from '../features/compose.ts';
import type { ProcessFacts } from '../http/metrics/process-facts.ts';
import type { HttpPresence } from '../http/presence.ts';
import { createServerRuntime } from '../mcp/call/index.ts';
import type { Environment } from '../options/env.ts';
import type { HostLog } from './host-log.ts';
import type { HostedServer } from './host-settings.ts';

export interface OpeningParts {
  readonly environment: Environment;
  /** Where it runs, as `availableWhen` sees it. */
  readonly place: RuntimeEnvironment;
  readonly log: HostLog;
  readonly presence?: HttpPresence;
  /** What the host tells of its process. */
  readonly process?: ProcessFacts;
}

/** Builds a server's application; nothing runs before its `start`. */
export async function openApplication(hosted: HostedServer, parts: OpeningParts): Promise<Application> {
  const { environment, log, place, ...rest } = parts;
  const { constants, features, revisions, server, settings } = hosted;
  const runtime = await createServerRuntime(server, { constants, logger: log.logger, environment: place });
  const withPath = { ...environment, SERVICE_HTTP_ENTRY_PATH: environment.SERVICE_HTTP_ENTRY_PATH ?? settings.entryPath };
  return createApplication({ runtime, revisions, features, environment: withPath, ...log, ...rest });
}
