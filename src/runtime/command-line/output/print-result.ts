import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';

/** The result of a call as text: its content, else its data. */
export function textOfResult(result: JsonObject): string {
  const blocks = Array.isArray(result['content']) ? result['content'].filter(isJsonObject) : [];
  if (blocks.length > 0) return blocks.map(textOfBlock).join('\n');
  const { structuredContent } = result;
  return structuredContent === undefined ? '' : printJson(structuredContent);
}

/** The contents of a resource as text. */
export const textOfContents = ({ contents }: JsonObject): string =>
  (Array.isArray(contents) ? contents.filter(isJsonObject) : []).map(textOfResource).join('\n');

/** The messages of a prompt as text. */
export const textOfMessages = ({ messages }: JsonObject): string =>
  (Array.isArray(messages) ? messages.filter(isJsonObject) : [])
    .map(({ content, role }) => `${textOf(role)}: ${isJsonObject(content) ? textOfBlock(content) : ''}`)
    .join('\n\n');

function textOfBlock(block: JsonObject): string {
  const { data, mimeType, resource, text, type, uri } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource_link') return textOf(uri);
  if (type === 'resource' && isJsonObject(resource)) return textOfResource(resource);
  return `[${textOf(type)}${typeof mimeType === 'string' ? ` ${mimeType}` : ''}${sizeOf(data)}]`;
}

function textOfResource({ blob, mimeType, text, uri }: JsonObject): string {
  if (typeof text === 'string') return text;
  return `[${textOf(uri)}${typeof mimeType === 'string' ? ` ${mimeType}` : ''}${sizeOf(blob)}]`;
}

/** Of base64. */
const sizeOf = (data: Json | undefined): string => (typeof data === 'string' ? `, ${Math.floor((data.length * 3) / 4)} bytes` : '');

const printJson = (value: Json): string => JSON.stringify(value, undefined, 2);

/** A member that should be text; empty where it is not. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
