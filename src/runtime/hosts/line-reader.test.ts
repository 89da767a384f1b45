import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LineReader } from './line-reader.ts';

function read(limit: number, chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  const reader = new LineReader(limit, { line: (text) => seen.push(text), bad: (problem) => seen.push(`! ${problem}`) });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return seen;
}

test('lines are cut wherever the chunks are, letters of several bytes included', () => {
  const bytes = Buffer.from('{"a":"ä€😀"}\r\n\n{"b":1}\nrest');
  const expected = ['{"a":"ä€😀"}', '{"b":1}', 'rest'];
  assert.equal(read(100, [bytes]), expected);
  assert.equal(
    read(
      100,
      [...bytes].map((byte) => Buffer.from([byte])),
    ),
    expected,
  );
});

test('[D2.stdio.long-line] a line over the limit is skipped to its end and the next one is read', () => {
  const long = Buffer.alloc(40, 'x');
  assert.equal(read(64, [long, long, long, Buffer.from('x\nok\n')]), ['! the line is longer than 64 bytes', 'ok']);
});

test('[D2.stdio.utf8] a line that is not UTF-8 is refused', () => {
  assert.equal(read(64, [Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from('ok\n')]), ['! the line is not UTF-8', 'ok']);
});

/** The bytes in chunks that end at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other);
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

test('[I3.fuzz.lines] every line is read once, whole, or refused, for any bytes and any chunks', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('\n', '\r\n', '{}', 'x'.repeat(70)).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 20 }), (parts, places) => {
      const bytes = Buffer.concat(parts);
      const expected: string[] = [];
      for (let from = 0; from <= bytes.length;) {
        const end = bytes.indexOf(0x0a, from);
        const line = bytes.subarray(from, end < 0 ? bytes.length : end);
        from = end < 0 ? bytes.length + 1 : end + 1;
        if (line.length > 64) expected.push('! the line is longer than 64 bytes');
        else if (!isUtf8(line)) expected.push('! the line is not UTF-8');
        else if (line.toString().trim() !== '') expected.push(line.toString().trim());
      }
      assert.equal(read(64, cut(bytes, places)), expected);
    }),
    { numRuns: 1000, seed: 20260728 },
  );
});

test('[I3.fuzz.lines] a line of 10 MB in chunks is read when it may be and skipped when it may not', () => {
  const text = `{"x":"${'ä'.repeat(5 * 1024 * 1024)}"}`;
  const bytes = Buffer.from(`${text}\nok\n`);
  // Of an odd length, so that letters of two bytes are cut.
  const chunks = Array.from({ length: Math.ceil(bytes.length / 65_535) }, (_, at) => bytes.subarray(at * 65_535, (at + 1) * 65_535));
  const seen = read(bytes.length, chunks);
  assert.is(seen.length, 2);
  assert.ok(seen[0] === text && seen[1] === 'ok');
  assert.equal(read(1024 * 1024, chunks), ['! the line is longer than 1048576 bytes', 'ok']);
});

test.run();
