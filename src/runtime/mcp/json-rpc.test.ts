import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeMessage, encodeError, encodeResult, InvalidMessage } from './json-rpc.ts';

function problemOf(value: unknown): InvalidMessage {
  try {
    decodeMessage(value);
  } catch (failure) {
    if (failure instanceof InvalidMessage) return failure;
    throw failure;
  }
  throw new Error(`accepted ${JSON.stringify(value)}`);
}

test('[MCP.rpc.strict] only JSON-RPC 2.0 with a string or integer id is a message', () => {
  for (const id of [null, 1.5, true, {}, [], 2 ** 60])
    assert.is(problemOf({ jsonrpc: '2.0', id, method: 'ping' }).id, undefined, JSON.stringify(id));
  assert.is(problemOf({ jsonrpc: '1.0', id: 1, method: 'ping' }).id, 1);
  for (const value of [
    null,
    1,
    'x',
    [],
    {},
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: '' },
    { jsonrpc: '2.0', id: 1, method: 'a', params: [] },
  ])
    problemOf(value);
  problemOf({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } });
  problemOf({ jsonrpc: '2.0', id: 1, error: { code: 1.5, message: 'x' } });
});

test('requests, notifications and responses are distinguished, ids keep their type', () => {
  assert.equal(decodeMessage({ jsonrpc: '2.0', id: '1', method: 'ping' }), { kind: 'request', id: '1', method: 'ping', params: {} });
  assert.equal(decodeMessage({ jsonrpc: '2.0', method: 'x', params: { a: 1 } }), { kind: 'notification', method: 'x', params: { a: 1 } });
  assert.equal(decodeMessage({ jsonrpc: '2.0', id: 1, result: { a: 1 } }), { kind: 'response', id: 1, result: { a: 1 } });
});

test('[MCP.rpc.no-null-id] an error without a known id leaves the id out', () => {
  assert.is(encodeError(undefined, { code: -32700, message: 'x' }), '{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}');
  assert.is(encodeResult('a"', {}), '{"jsonrpc":"2.0","id":"a\\"","result":{}}');
});

test.run();
