import type { ReadResult, ResourceContents } from '../../model/index.ts';
import { encodeBase64 } from '../../std/index.ts';
import type { guessMediaType } from './guess-media-type.ts';
import { toJson } from './to-json.ts';

interface ContentDefaults {
  readonly uri: string;
  /** Of the decorator. */
  readonly mimeType: string | undefined;
  /** For a text without a type. */
  readonly guess: typeof guessMediaType;
}

/** Turns the return value of a resource's handler into a read result. @throws {ServiceError} INVALID_OUTPUT */
export function shapeContents(value: unknown, defaults: ContentDefaults): ReadResult {
  if (isReadResult(value)) return value;
  return { contents: [contentsOf(value, defaults)] };
}

const isReadResult = (value: unknown): value is ReadResult =>
  typeof value === 'object' && value !== null && 'contents' in value && Array.isArray(value.contents);

function contentsOf(value: unknown, { guess, mimeType, uri }: ContentDefaults): ResourceContents {
  if (value instanceof Uint8Array) return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: encodeBase64(value) };
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? guess(uri, value), text: value };
  if (hasText(value)) return { uri, ...(mimeType === undefined ? {} : { mimeType }), ...value };
  return { uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(toJson(value, false) ?? null) };
}

const hasText = (value: unknown): value is Omit<ResourceContents, 'uri'> =>
  typeof value === 'object' &&
  value !== null &&
  (('text' in value && typeof value.text === 'string') || ('blob' in value && typeof value.blob === 'string'));
