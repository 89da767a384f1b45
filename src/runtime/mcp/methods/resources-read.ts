import { ResourceNotFound } from '../../errors/index.ts';
import type { ReadResult } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { CallRequest } from '../call/channel.ts';
import { findResource } from '../call/find-resource.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import { shapeContents } from '../call/shape-contents.ts';
import { useEntry } from '../call/use-entry.ts';
import type { Method } from '../method.ts';
import { requireText } from '../params.ts';

export const resourcesRead: Method = (call) => readResource(call.server.runtime, call, { uri: requireText(call.params, 'uri') });

/**
 * Reads a resource: by its URI, else by the first template that fits.
 * @throws {ResourceNotFound}
 * @throws {ServiceError} ENTRY_UNAVAILABLE, RESOURCE_READ_ERROR, or what the author made public
 */
export function readResource(runtime: ServerRuntime, request: CallRequest, { uri }: { readonly uri: string }): Awaitable<ReadResult> {
  const { live, params } = findResource(runtime, uri);
  live.refuse?.();
  const args = live.declaration.handler !== undefined && params === undefined ? [uri] : [uri, params ?? {}];
  return useEntry(runtime, request, {
    kind: 'resourceRead',
    live,
    name: uri,
    unknown: () => new ResourceNotFound(uri),
    asked: { uri, ...params },
    input: { uri, params },
    history: [
      { stage: 'uri', value: uri },
      { stage: 'params', value: params ?? {} },
    ],
    args: () => args,
    shape: (value) => shapeContents(value, { uri, mimeType: live.model.mimeType, guess: runtime.services.guessMediaType }),
    failure: { code: 'RESOURCE_READ_ERROR', what: `resource ${uri}` },
  });
}
