import { isJsonObject } from '../../mcp/json-rpc.ts';
import type { Json, JsonObject, JsonSchema } from '../../model/index.ts';
import { decodeHeaderText, mismatch } from './header-values.ts';
import type { ReadHeader } from './header-values.ts';

interface ParamHeader {
  readonly path: readonly string[];
  readonly header: string;
  readonly type: string;
}

const tables = new WeakMap<JsonSchema, readonly ParamHeader[]>();

/** Checks the headers of calls whose tools name some. */
export const checkToolHeaders = (findTool: FindTool, readHeader: ReadHeader, { arguments: args, name }: JsonObject): void => {
  const tool = typeof name === 'string' ? findTool(name) : undefined;
  if (tool !== undefined) checkParamHeaders(readHeader, tool.model.inputSchema, args);
};

type FindTool = (name: string) => { readonly model: { readonly inputSchema: JsonSchema } } | undefined;

/**
 * Compares the arguments that a tool marks with `x-mcp-header` with their `Mcp-Param-*` headers.
 * @throws {ProtocolError} -32020, HTTP 400
 */
export function checkParamHeaders(readHeader: ReadHeader, inputSchema: JsonSchema, args: Json | undefined): void {
  for (const param of tableOf(inputSchema)) {
    const value = valueAt(args, param.path);
    if (value === undefined || value === null) continue;
    const raw = readHeader(param.header);
    if (raw === undefined) throw mismatch(`the ${param.header} header is required`);
    if (!isEqual(decodeHeaderText(raw, param.header), value, param.type))
      throw mismatch(`the ${param.header} header does not match the body`);
  }
}

function tableOf(schema: JsonSchema): readonly ParamHeader[] {
  const known = tables.get(schema);
  if (known !== undefined) return known;
  const table = collectParamHeaders(schema, []);
  tables.set(schema, table);
  return table;
}

/** Only what is reachable through `properties` counts (SEP-2243). */
function collectParamHeaders(schema: JsonObject, path: readonly string[]): ParamHeader[] {
  if (!isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    if (!isJsonObject(property)) return [];
    const here = [...path, key];
    const name = property['x-mcp-header'];
    const own =
      typeof name === 'string'
        ? [{ path: here, header: `mcp-param-${name.toLowerCase()}`, type: typeof property.type === 'string' ? property.type : '' }]
        : [];
    return [...own, ...collectParamHeaders(property, here)];
  });
}

function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Integers compare as numbers (`42.0` is `42`), everything else as text. */
function isEqual(header: string, value: Json, type: string): boolean {
  if (type === 'integer') return header !== '' && Number(header) === value;
  return typeof value !== 'object' && header === String(value);
}
