import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBody } from './read-body.ts';

test('a body of as many bytes as are allowed is read, a longer one refused; characters may be cut between chunks', async () => {
  const chunks = (...bytes: readonly (readonly number[])[]): Response =>
    new Response(
      new ReadableStream({ start: (stream) => (bytes.forEach((part) => stream.enqueue(Uint8Array.from(part))), stream.close()) }),
    );
  assert.is(await readBody(chunks([0x61, 0xc3], [0xa9]), 3), 'aé');
  assert.is(await readBody(chunks([0x61, 0xc3]), 3), 'a\ufffd');
  assert.is(await readBody(new Response(null), 0), '');
  const failure: unknown = await readBody(chunks([0x61], [0x62, 0x63], [0x64]), 3).catch(String);
  assert.match(String(failure), 'The answer is larger than');
});

test.run();
