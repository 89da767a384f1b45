import type { RuntimeEnvironment } from '../define/index.ts';
import { createApplication } from '../features/compose.ts';
import type { Application } from '../features/compose.ts';
import type { MountedAt } from '../features/mounting.ts';
import type { ProcessFacts } from '../http/metrics/process-facts.ts';
import type { HttpPresence } from '../http/presence.ts';
import { createRuntimeWith } from '../mcp/call/index.ts';
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
  /** Where this part of a server with several endpoints is. */
  readonly mountedAt?: MountedAt;
}

/** As {@link openApplication}, for hosts of HTTP: a server whose apps have endpoints of their own is several in one. */
export async function openHttpApplication(hosted: HostedServer, parts: OpeningParts): Promise<Application> {
  const mounting = hosted.features.map(({ mounting: plan }) => plan?.(hosted.server)).find((plan) => plan !== undefined);
  if (mounting === undefined) return openApplication(hosted, parts);
  const { front: server, join, scopes, servesFront } = mounting;
  const front = await openApplication({ ...hosted, server }, servesFront ? parts : { ...parts, mountedAt: 'endpointless' });
  const base = front.entryPath === '/' ? '' : front.entryPath;
  const opened = [];
  for (const scope of scopes) {
    const prefix = `${base}/${scope.id}`;
    opened.push({ prefix, application: await openApplication({ ...hosted, server: scope.server }, { ...parts, mountedAt: { prefix } }) });
    parts.log.logger.info(`app ${scope.id} has its endpoint at ${prefix}`);
  }
  return join(front, opened);
}

/** Builds a server's application; nothing runs before its `start`. */
export async function openApplication(hosted: HostedServer, parts: OpeningParts): Promise<Application> {
  const { environment, log, place, ...rest } = parts;
  const { assembly, constants, features, revisions, server, settings } = hosted;
  const runtime = await createRuntimeWith(assembly, server, { constants, logger: log.logger, environment: place });
  const withPath = { ...environment, SERVICE_HTTP_ENTRY_PATH: environment.SERVICE_HTTP_ENTRY_PATH ?? settings.entryPath };
  return createApplication({ runtime, revisions, features, environment: withPath, ...log, ...rest });
}
