import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnswerStream, HttpAnswer } from '../../web/exchange.ts';
import { LazyEventStream } from './event-stream.ts';

const mebibyte = 1024 * 1024;

/** A reader that is behind until it has read. */
function readerOf(answer: HttpAnswer) {
  const read: string[] = [];
  const ends: (() => void)[] = [];
  let drained = (): void => undefined;
  const state = { behind: true, ended: false };
  const stream: AnswerStream = {
    write: (chunk) => (read.push(String(chunk)), !state.behind),
    end: () => void (state.ended = true),
    get ended() {
      return state.ended;
    },
    whenDrained: () => new Promise((resolve) => (drained = resolve)),
    onEnd: (listener) => void ends.push(listener),
  };
  assert.type(answer.body, 'function');
  if (typeof answer.body === 'function') answer.body(stream);
  return {
    read,
    state,
    leave: () => ends.forEach((end) => end()),
    catchUp: async (): Promise<void> => {
      state.behind = false;
      drained();
      await Promise.resolve();
    },
  };
}

function open() {
  const answers: HttpAnswer[] = [];
  const stream = new LazyEventStream((answer) => void answers.push(answer));
  return { stream, answers, reader: () => readerOf(answers[0] ?? { status: 0, headers: {} }) };
}

test('[I15.totals.unread] a reader that is behind is kept a mebibyte, or one message that is longer', async () => {
  const { reader, stream } = open();
  const long = 'x'.repeat(2 * mebibyte);
  assert.ok(stream.send(long), 'nothing is waiting');
  assert.not.ok(stream.send('y'), 'behind a long one');
  const behind = reader();
  assert.is(behind.read.length, 1, 'it is with the reader');
  assert.ok(stream.send('a'));
  const frame = 'event: message\ndata: a\n\n'.length;
  assert.ok(stream.send('z'.repeat(mebibyte - frame)));
  assert.not.ok(stream.send('y'));
  await behind.catchUp();
  assert.is(behind.read.length, 3);
  assert.ok(stream.send('y'));
  behind.leave();
});

test('an ended event stream takes no message, from either side', () => {
  const finished = open();
  finished.stream.finish('last');
  assert.not.ok(finished.stream.send('x'));
  const left = open();
  assert.ok(left.stream.send('x'));
  const reader = left.reader();
  reader.state.ended = true;
  assert.not.ok(left.stream.send('y'));
  reader.leave();
});

test.run();
