import { ResourceNotFound } from '../../errors/index.ts';
import type { LiveResource, LiveTemplate, Registry } from '../../entries/index.ts';
import type { Admission, ReaderUpdate } from './call-pipeline.ts';
import type { ServerRuntime } from './server-runtime.ts';

export interface FoundResource {
  readonly live: LiveResource | LiveTemplate;
  /** Variables of the template. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The resource of a URI, else the first template that matches. @throws {ResourceNotFound} */
export function findResource(runtime: ServerRuntime, uri: string): FoundResource {
  const found = tryFindResource(runtime.registry, uri);
  if (found === undefined) throw new ResourceNotFound(uri);
  return found;
}

/** The resource of a URI, else the first template that matches; undefined when none does. */
export function tryFindResource(registry: Registry, uri: string): FoundResource | undefined {
  const fixed = registry.findResource(uri);
  if (fixed !== undefined) return { live: fixed };
  const matched = registry.findTemplate(uri);
  return matched === undefined ? undefined : { live: matched.template, params: matched.params };
}

/** Whether updates of a URI can be asked for: of what can be read, skills included, and of credentials, of which only their owner hears. */
export const tellsUpdates = (registry: Registry, uri: string): boolean =>
  /^(?:credential|skill):\/\//.test(uri) || tryFindResource(registry, uri) !== undefined;

/** The server that tells of updates; `latest` where a request keeps entries of before. */
type UpdateTeller = Parameters<Admission['tell']>[0] & {
  readonly runtime: Pick<ServerRuntime, 'pipeline'>;
  readonly latest?: UpdateTeller | undefined;
};

/** Delivers an update: to whoever asked for it where all may read everything, else to who may read the resource now. */
export function tellReader(server: UpdateTeller, update: ReaderUpdate): void {
  const current = server.latest ?? server;
  if (current.runtime.pipeline.admission?.tell(current, update) === undefined) update.deliver();
}
