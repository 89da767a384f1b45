import { isJsonObject } from '../../model/index.ts';
import type { Json, JsonObject, JsonSchema } from '../../model/index.ts';
import { markedArguments, type MarkedArgument } from '../../model/marked-arguments.ts';
import { decodeHeaderText, mismatch, type ReadHeader } from './decode-header.ts';

const tables = new WeakMap<JsonSchema, readonly MarkedArgument[]>();

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

function tableOf(schema: JsonSchema): readonly MarkedArgument[] {
  const known = tables.get(schema);
  if (known !== undefined) return known;
  const table = markedArguments(schema);
  tables.set(schema, table);
  return table;
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
