import { ResourceNotFound } from '../../errors/index.ts';
import { mediaTypeOf, type ReadResult, type ResourceContents } from '../../model/index.ts';
import { type Awaitable, encodeBase64, fieldsOf } from '../../std/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import { findResource } from '../call/find-resource.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import { useEntry } from '../call/use-entry.ts';
import type { Method } from '../protocol.ts';
import { requireText } from '../params.ts';
import { sendable, toJson } from '../call/to-json.ts';

export const resourcesRead: Method = (call) => readResource(call.server.runtime, call, { uri: requireText(call.params, 'uri') });

/**
 * Reads a resource: by its URI, else by the first template that fits.
 * @throws {ResourceNotFound}
 * @throws {ServiceError} ENTRY_UNAVAILABLE, RESOURCE_READ_ERROR, or what the author made public
 */
export function readResource(runtime: ServerRuntime, request: CallRequest, { uri }: { readonly uri: string }): Awaitable<ReadResult> {
  const { live, params } = findResource(runtime, uri);
  const isPlain = live.declaration.handler !== undefined && params === undefined;
  return useEntry(runtime, request, {
    kind: 'resourceRead',
    live,
    name: uri,
    unknown: () => new ResourceNotFound(uri),
    take: () => ({
      asked: { uri, ...params },
      input: { uri, params },
      history: [
        { stage: 'uri', value: uri },
        { stage: 'params', value: params ?? {} },
      ],
    }),
    args: (input) => {
      const given = { uri, params, ...fieldsOf(input) };
      return isPlain ? [given.uri] : [given.uri, given.params ?? {}];
    },
    shape: (value) => shapeContents(value, { uri, mimeType: live.model.mimeType }),
    failure: { code: 'RESOURCE_READ_ERROR', what: `resource ${uri}` },
  });
}

interface ContentDefaults {
  readonly uri: string;
  /** Media type of the decorator. */
  readonly mimeType: string | undefined;
}

/** Turns the return value of a resource's handler into a read result. @throws {ServiceError} INVALID_OUTPUT */
function shapeContents(value: unknown, defaults: ContentDefaults): ReadResult {
  if (isReadResult(value)) return sendable(value, { of: 'Resource', allowNonFinite: false });
  return { contents: [contentsOf(value, defaults)] };
}

const isReadResult = (value: unknown): value is ReadResult =>
  typeof value === 'object' && value !== null && 'contents' in value && Array.isArray(value.contents);

function contentsOf(value: unknown, { mimeType, uri }: ContentDefaults): ResourceContents {
  if (value instanceof Uint8Array) return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: encodeBase64(value) };
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? guessMediaType(uri, value), text: value };
  if (hasText(value))
    return {
      uri,
      ...(mimeType === undefined ? {} : { mimeType }),
      ...sendable<typeof value>(value, { of: 'Resource', allowNonFinite: false }),
    };
  return { uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(toJson(value, false, 'Resource') ?? null) };
}

const hasText = (value: unknown): value is Omit<ResourceContents, 'uri'> =>
  typeof value === 'object' &&
  value !== null &&
  (('text' in value && typeof value.text === 'string') || ('blob' in value && typeof value.blob === 'string'));

/** The type of a text whose resource says none: by the ending of its URI, else by how it begins. */
function guessMediaType(uri: string, content: string): string {
  const known = mediaTypeOf(uri);
  if (known !== undefined) return known;
  const start = content.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return isJson(content) ? 'application/json' : 'text/plain';
  return /^<(?:!doctype html|html)\b/i.test(start) ? 'text/html' : 'text/plain';
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
