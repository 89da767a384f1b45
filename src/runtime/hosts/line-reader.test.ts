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

test.run();
