import { mediaTypeOf } from '../../model/index.ts';

/** The type of a text whose resource says none: by the ending of its URI, else by how it begins. */
export function guessMediaType(uri: string, content: string): string {
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
