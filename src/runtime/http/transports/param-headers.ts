import type { Json, JsonSchema } from '../../model/index.ts';
import { argumentAt, markedArguments, type MarkedArgument } from '../../model/marked-arguments.ts';
import { ProtocolError } from '../../errors/index.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import { decodeBase64, textOf } from '../../std/index.ts';

const tables = new WeakMap<JsonSchema, readonly MarkedArgument[]>();

/**
 * Compares the arguments that a tool marks with `x-mcp-header` with their `Mcp-Param-*` headers.
 * @throws {ProtocolError} -32020, HTTP 400
 */
export function checkParamHeaders(readHeader: ReadHeader, inputSchema: JsonSchema, args: Json | undefined): void {
  for (const param of tableOf(inputSchema)) {
    const value = argumentAt(args, param.path);
    if (value === undefined || value === null) continue;
    const raw = readHeader(param.header);
    if (raw === undefined) throw mismatch(`the ${param.header} header is required`);
    if (!isEqual(decodeHeaderText(raw, param.header), value, param.type))
      throw mismatch(`the ${param.header} header does not match the body`);
  }
}

/** Arguments that a schema marks. */
export function tableOf(schema: JsonSchema): readonly MarkedArgument[] {
  const known = tables.get(schema);
  if (known !== undefined) return known;
  const table = markedArguments(schema);
  tables.set(schema, table);
  return table;
}

/** Integers compare as numbers (`42.0` is `42`), everything else as text. */
function isEqual(header: string, value: Json, type: string): boolean {
  if (type === 'integer') return header !== '' && Number(header) === value;
  return typeof value !== 'object' && header === String(value);
}

export type ReadHeader = (name: string) => string | undefined;

export function mismatch(problem: string): ProtocolError {
  return new ProtocolError(rpcCodes.headerMismatch, `Header mismatch: ${problem}`, { httpStatus: 400 });
}

const sentinel = /^=\?base64\?(.*)\?=$/;
const strictBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The text of a header value, out of its base64 wrapping when it has one. With only one of the two markers it is a literal.
 * @throws {ProtocolError} -32020 for wrapped text that is not strict base64 of UTF-8, and for characters that no header may hold
 */
export function decodeHeaderText(header: string, name: string): string {
  const value = header.trim();
  if (!/^[\x20-\x7e\t]*$/.test(value)) throw mismatch(`the ${name} header holds characters that must be encoded`);
  const wrapped = sentinel.exec(value)?.[1];
  if (wrapped === undefined) return value;
  const bytes = strictBase64.test(wrapped) ? decodeBase64(wrapped) : undefined;
  const text = bytes === undefined ? undefined : textOf(bytes);
  if (text === undefined) throw mismatch(`the ${name} header is not valid base64 text`);
  return text;
}
