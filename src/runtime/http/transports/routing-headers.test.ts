import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkParamHeaders, decodeHeaderText } from './param-headers.ts';
import { checkNameHeader } from './stateless-transport.ts';

const refused = (run: () => unknown): void =>
  assert.throws(run, (failure: { rpcCode?: number; httpStatus?: number }) => failure.rpcCode === -32020 && failure.httpStatus === 400);

test('[MCP26.headers.sentinel] text in the base64 sentinel is decoded strictly; half a sentinel is a literal', () => {
  assert.is(decodeHeaderText(' =?base64?SGVsbG8=?= ', 'x'), 'Hello');
  assert.is(decodeHeaderText('=?base64?IMOk?=', 'x'), ' ä');
  for (const literal of ['=?base64?SGVsbG8=', 'SGVsbG8=?=', '=?BASE64?SGVsbG8=?=']) assert.is(decodeHeaderText(literal, 'x'), literal);
  for (const bad of ['=?base64?SGVsbG8?=', '=?base64?SGVs bG8=?=', '=?base64?****?=', '=?base64?/w==?=', 'caf\u00e9'])
    refused(() => decodeHeaderText(bad, 'x'));
});

test('[MCP26.headers.name] mcp-name repeats the name, outer whitespace aside', () => {
  const message = { kind: 'request', id: 1, method: 'tools/call', params: { name: ' a' } } as const;
  checkNameHeader(() => '=?base64?IGE=?=', message);
  refused(() => checkNameHeader(() => 'a', message));
  refused(() => checkNameHeader(() => undefined, message));
  checkNameHeader(() => undefined, { ...message, method: 'tools/list' });
});

test('[MCP26.headers.param] marked arguments must be repeated, absent and null ones need not', () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      deep: { type: 'object', properties: { on: { type: 'boolean', 'x-mcp-header': 'On' } } },
    },
  };
  const headers: Record<string, string> = { 'mcp-param-region': '=?base64?w6Q=?=', 'mcp-param-count': '42.0', 'mcp-param-on': 'true' };
  const read = (name: string): string | undefined => headers[name];
  checkParamHeaders(read, schema, { region: 'ä', count: 42, deep: { on: true } });
  checkParamHeaders(() => undefined, schema, { region: null, other: 1 });
  checkParamHeaders(() => undefined, schema, undefined);
  refused(() => checkParamHeaders(read, schema, { region: 'a' }));
  refused(() => checkParamHeaders(read, schema, { deep: { on: false } }));
  refused(() => checkParamHeaders(() => undefined, schema, { count: 1 }));
});

test.run();
