import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProtocolError } from '../../errors/index.ts';
import { decodeHeaderText } from './param-headers.ts';

const runs = { numRuns: 2000 };

test('[I3.fuzz.sentinel] any text comes back from its sentinel; any other value is itself or -32020', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sent = `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
      assert.is(decodeHeaderText(sent, 'mcp-name'), text);
    }),
    runs,
  );
  const parts = fc.array(fc.constantFrom('=?base64?', '?=', 'SGVsbG8', '=', '*', ' ', 'a'), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        parts.map((list) => list.join('')),
      ),
      (value) => {
        try {
          const decoded = decodeHeaderText(value, 'mcp-name');
          const wrapped = value.trim().startsWith('=?base64?') && value.trim().endsWith('?=');
          if (!wrapped) assert.is(decoded.trim(), value.trim());
        } catch (failure) {
          assert.instance(failure, ProtocolError);
          if (failure instanceof ProtocolError) assert.equal([failure.rpcCode, failure.httpStatus], [-32020, 400]);
        }
      },
    ),
    runs,
  );
});

test.run();
