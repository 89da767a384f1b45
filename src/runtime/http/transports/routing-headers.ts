import { ProtocolError } from '../../errors/index.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { RpcRequest } from '../../mcp/json-rpc.ts';
import { decodeBase64, textOf } from '../../std/index.ts';

export type ReadHeader = (name: string) => string | undefined;

/** The parameter that `Mcp-Name` repeats. */
const namedParameters: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Intermediaries route by headers and servers by bodies; a difference would let one be told what the other is not.
 * @throws {ProtocolError} -32020, HTTP 400
 */
export function checkVersionHeader(readHeader: ReadHeader, version: string): void {
  checkEqual(readHeader('mcp-protocol-version')?.trim(), version, 'mcp-protocol-version');
}

/** @throws {ProtocolError} -32020, HTTP 400 */
export function checkMethodHeader(readHeader: ReadHeader, method: string): void {
  checkEqual(readHeader('mcp-method')?.trim(), method, 'mcp-method');
}

/** @throws {ProtocolError} -32020, HTTP 400 */
export function checkNameHeader(readHeader: ReadHeader, message: RpcRequest): void {
  const parameter = namedParameters[message.method];
  if (parameter === undefined) return;
  const value = message.params[parameter];
  // A missing or mistyped parameter is the method's to refuse.
  if (typeof value !== 'string') return;
  const header = readHeader('mcp-name');
  // Nearly always the name as it is; `=?base64?` would be a wrapped one.
  if (header === value && plainName.test(header)) return;
  checkEqual(header === undefined ? undefined : decodeHeaderText(header, 'mcp-name'), value, 'mcp-name');
}

function checkEqual(header: string | undefined, wanted: string, name: string): void {
  if (header === undefined) throw mismatch(`the ${name} header is required`);
  if (header !== wanted) throw mismatch(`the ${name} header does not match the body`);
}

export function mismatch(problem: string): ProtocolError {
  return new ProtocolError(rpcCodes.headerMismatch, `Header mismatch: ${problem}`, { httpStatus: 400 });
}

/** Needs no decoding, and is what it looks like. */
const plainName = /^[A-Za-z0-9_.:/-]+$/;
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
