import { isJsonObject, type Json } from '../model/index.ts';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProtocolError } from '../errors/index.ts';
import * as envelopeKeys from './envelope-keys.ts';
import { claimsEnvelope, readClientInfo, readEnvelope } from './params.ts';
import { decodeMessage, encodeError, encodeResult, InvalidMessage, isRequestId } from './json-rpc.ts';

const runs = { numRuns: 2000 };

/** Values that look like messages, and are wrong in some member. */
const nearMessage = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
    id: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom('tools/call', 'initialize', '__proto__', ''), fc.jsonValue()),
    params: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    result: fc.jsonValue(),
    error: fc.oneof(fc.record({ code: fc.jsonValue(), message: fc.jsonValue() }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test('[I3.fuzz.messages] any JSON is a message or an InvalidMessage, and messages are read strictly', () => {
  fc.assert(
    fc.property(fc.oneof(nearMessage, fc.jsonValue()), (value) => {
      try {
        const message = decodeMessage(value);
        if (message.kind !== 'notification') assert.ok(isRequestId(message.id));
        if (message.kind !== 'response') assert.ok(isJsonObject(message.params));
      } catch (failure) {
        assert.instance(failure, InvalidMessage);
      }
    }),
    runs,
  );
});

test('[I3.fuzz.ids] an id of any JSON type is echoed with its type, or refused', () => {
  const ids = [0, -1, 1.5, 2 ** 53, '', 'a"b', '\u2028', null, true, [], {}] as const;
  const read = ids.map((id) => {
    try {
      const message = decodeMessage({ jsonrpc: '2.0', id: id as Json, method: 'ping' });
      return message.kind === 'request' ? message.id : undefined;
    } catch {
      return undefined;
    }
  });
  assert.equal(read, [0, -1, undefined, undefined, '', 'a"b', '\u2028', undefined, undefined, undefined, undefined]);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger()), (id) => {
      assert.equal(JSON.parse(encodeResult(id, {})), { jsonrpc: '2.0', id, result: {} });
      assert.is(Reflect.get(Object(JSON.parse(encodeError(id, { code: 1, message: 'x' }))), 'id'), id);
    }),
    runs,
  );
});

test('[I3.fuzz.envelope] any _meta is an envelope or -32602 with HTTP 400', () => {
  const meta = fc.record(
    {
      [envelopeKeys.protocolVersion]: fc.oneof(fc.string(), fc.jsonValue()),
      [envelopeKeys.clientCapabilities]: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
      [envelopeKeys.clientInfo]: fc.jsonValue(),
      [envelopeKeys.logLevel]: fc.oneof(fc.constant('info'), fc.jsonValue()),
      progressToken: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(meta, fc.jsonValue()), (value) => {
      const params = JSON.parse(JSON.stringify({ _meta: value })) as { [key: string]: Json };
      claimsEnvelope(params);
      try {
        const envelope = readEnvelope(params);
        assert.type(envelope.protocolVersion, 'string');
        assert.ok(isJsonObject(envelope.clientCapabilities));
      } catch (failure) {
        assert.instance(failure, ProtocolError);
        if (failure instanceof ProtocolError) assert.equal([failure.rpcCode, failure.httpStatus], [-32602, 400]);
      }
    }),
    runs,
  );
});

test('what a client is called is kept while its session is open, so it is dropped where it is no name', () => {
  const [most, more] = ['x'.repeat(512), 'x'.repeat(513)];
  assert.equal(readClientInfo({ name: most, version: most, title: most, icons: [] }), { name: most, version: most, title: most });
  assert.equal(readClientInfo({ name: 'desk', version: '1', title: more }), { name: 'desk', version: '1' });
  for (const dropped of [
    { name: more, version: '1' },
    { name: 'desk', version: more },
    { name: 'desk' },
    { version: '1' },
    [],
    null,
    undefined,
  ])
    assert.is(readClientInfo(dropped), undefined);
});

test.run();
