import { isJsonObject } from '@service/sdk/model';
import type { JsonObject } from '@service/sdk/model';
import { McpProtocolError } from '../errors.ts';
import { limits, texts } from '../texts.ts';
import { type JsonRpcResponse } from './messages.ts';

/** An entry of a list, with what every kind has. */
export type ListedTool = JsonObject & { readonly name: string };
export type ListedPrompt = JsonObject & { readonly name: string };
export type ListedResource = JsonObject & { readonly name: string; readonly uri: string };
export type ListedTemplate = JsonObject & { readonly name: string; readonly uriTemplate: string };

/**
 * Every page of a list.
 * @throws {McpProtocolError} when a page fails, a cursor comes twice, or there are more than 1000 pages
 */
export async function everyPage<T extends JsonObject>(
  ask: (method: string, params: JsonObject) => Promise<JsonRpcResponse>,
  { key, method }: { readonly method: string; readonly key: string },
): Promise<T[]> {
  const items: T[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.pages; page += 1) {
    const { error, result } = await ask(method, cursor === undefined ? {} : { cursor });
    if (error !== undefined) throw new McpProtocolError(`${method} failed: ${error.message}`, error.code, error.data);
    const found = result?.[key];
    if (!Array.isArray(found)) throw new McpProtocolError(`${method} answered without ${key}`, -32_603);
    items.push(...(found.filter(isJsonObject) as T[]));
    const next = result?.['nextCursor'];
    if (typeof next !== 'string') return items;
    if (cursors.has(next)) throw new McpProtocolError(texts.repeatedCursor(method, next), -32_603);
    cursors.add(next);
    cursor = next;
  }
  throw new McpProtocolError(texts.tooManyPages(method, limits.pages), -32_603);
}
