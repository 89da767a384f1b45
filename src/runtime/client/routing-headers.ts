import { isJsonObject } from '../model/index.ts';
import { encodeBase64, utf8 } from '../std/index.ts';
import type { Json, JsonObject } from '../model/index.ts';

/** The parameter that `Mcp-Name` repeats (SEP-2243). */
const namedParameters: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
};

/** Headers that proxies route by (SEP-2243). @param schema of the tool that is called */
export function routingHeaders(method: string, params: JsonObject, schema: Json | undefined): Record<string, string> {
  const named = params[namedParameters[method] ?? ''];
  return {
    'mcp-method': method,
    ...(typeof named === 'string' ? { 'mcp-name': headerText(named) } : {}),
    ...(method === 'tools/call' ? Object.fromEntries(parameterHeaders(schema, params['arguments'])) : {}),
  };
}

/** Arguments that a tool marks with `x-mcp-header`. */
function parameterHeaders(schema: Json | undefined, value: Json | undefined): readonly (readonly [string, string])[] {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties) || !isJsonObject(value)) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    const header = isJsonObject(property) ? property['x-mcp-header'] : undefined;
    if (own === undefined || own === null) return [];
    const nested = parameterHeaders(property, own);
    return typeof header === 'string' && typeof own !== 'object'
      ? [[`mcp-param-${header.toLowerCase()}`, headerText(String(own))] as const, ...nested]
      : nested;
  });
}

/** What a header cannot carry as it is goes as base64 of UTF-8. */
const headerText = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?') ? text : `=?base64?${encodeBase64(utf8(text))}?=`;
