import { PassThrough } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readClientInput } from './client-input.ts';

/** A client whose answers are as long as its messages, over pipes that hold `pipe` bytes. */
function start(pipe = 4) {
  const stdin = new PassThrough();
  const stdout = new PassThrough({ highWaterMark: pipe });
  const read: string[] = [];
  const input = readClientInput({
    stdin,
    stdout,
    limits: { look: 1, stall: 40, ahead: 64 },
    read: (chunk) => {
      read.push(chunk.toString());
      if (!stdout.write(chunk)) input.pauseUntilDrained();
    },
  });
  return { input, read, stdin, stdout };
}

test('[D2.stdio.unread] the end of stdin is found behind unread answers, and a client that reads none of them is left', async () => {
  const { input, read, stdin } = start();
  for (const text of ['one!', 'two!', 'three!']) stdin.write(text);
  stdin.end();
  await input.finished;
  assert.ok(read.length < 3, 'not served further');
});

test('[D2.stdio.unread] a slow client that closed stdin still gets every answer, in order', async () => {
  const { input, read, stdin, stdout } = start();
  const texts = Array.from({ length: 8 }, (_, index) => `message ${index}`);
  for (const text of texts) stdin.write(text);
  stdin.end();
  let got = '';
  // Reads one answer after another, each within the time.
  void (async () => {
    for await (const chunk of stdout) got += String(chunk);
  })();
  await input.finished;
  stdout.end();
  assert.is(read.join(''), texts.join(''));
  assert.ok(texts.join('').startsWith(got));
});

test('[D2.stdio.unread] what is read ahead is bounded', async () => {
  const { input, stdin } = start();
  const chunk = '12345678';
  const chunks = 40;
  for (let count = 0; count < chunks; count += 1) stdin.write(chunk);
  // Nothing is looked for any more once the limit is reached.
  do await new Promise((next) => setImmediate(next));
  while (process.getActiveResourcesInfo().includes('Timeout'));
  const left = stdin.readableLength + stdin.writableLength;
  assert.is(chunks * chunk.length - left, chunk.length + 64, 'the first is answered, and the limit is read ahead');
  stdin.destroy();
  await input.finished;
});

test.run();
