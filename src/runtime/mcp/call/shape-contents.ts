import type { ReadResult, ResourceContents } from '../../model/index.ts';
import { encodeBase64 } from '../../std/index.ts';
import { toJson } from './to-json.ts';

/** Media types by the ending of the path; the ones that resources commonly are. */
const byEnding: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  ts: 'text/typescript',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml',
};

interface Place {
  readonly uri: string;
  /** Of the decorator. */
  readonly mimeType: string | undefined;
}

/** What a resource's handler returned, as a read result (supplement section 1.7). @throws {ServiceError} INVALID_OUTPUT */
export function shapeContents(value: unknown, place: Place): ReadResult {
  if (isReadResult(value)) return value;
  return { contents: [contentsOf(value, place)] };
}

const isReadResult = (value: unknown): value is ReadResult =>
  typeof value === 'object' && value !== null && 'contents' in value && Array.isArray(value.contents);

function contentsOf(value: unknown, { uri, mimeType }: Place): ResourceContents {
  if (value instanceof Uint8Array) return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: encodeBase64(value) };
  if (typeof value === 'string') return { uri, mimeType: mimeType ?? guessType(uri, value), text: value };
  if (hasText(value)) return { uri, ...(mimeType === undefined ? {} : { mimeType }), ...value };
  return { uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(toJson(value, false) ?? null) };
}

const hasText = (value: unknown): value is Omit<ResourceContents, 'uri'> =>
  typeof value === 'object' &&
  value !== null &&
  (('text' in value && typeof value.text === 'string') || ('blob' in value && typeof value.blob === 'string'));

function guessType(uri: string, content: string): string {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(uri.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase();
  const known = ending === undefined ? undefined : byEnding[ending];
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
