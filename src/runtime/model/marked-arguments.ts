import { isJsonObject, type Json, type JsonSchema } from './json.ts';

/** An argument that also travels as a header of its request (MCP 2026-07-28, SEP-2243). */
export interface MarkedArgument {
  /** In lower case. */
  readonly header: string;
  /** Keys that lead to it in the arguments. */
  readonly path: readonly string[];
  /** `type` of its schema; empty when the schema names none, or several. */
  readonly type: string;
}

/** The parameter that `Mcp-Name` repeats (SEP-2243). */
export const namedParameters: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** What the arguments have for a marked one. */
export function argumentAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Arguments marked with `x-mcp-header`, which clients must also send as headers. Only `properties` are followed (SEP-2243). */
export function markedArguments(schema: JsonSchema, path: readonly string[] = []): readonly MarkedArgument[] {
  const { properties } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, value]) => {
    if (!isJsonObject(value)) return [];
    const here = [...path, key];
    const name = value['x-mcp-header'];
    const own =
      typeof name === 'string'
        ? [{ header: `mcp-param-${name.toLowerCase()}`, path: here, type: typeof value['type'] === 'string' ? value['type'] : '' }]
        : [];
    return [...own, ...markedArguments(value, here)];
  });
}
