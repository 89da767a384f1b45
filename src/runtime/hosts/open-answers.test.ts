import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenAnswers } from './open-answers.ts';

const answerOn = (socket: Socket): ServerResponse => new ServerResponse(new IncomingMessage(socket));

test('answers are counted until they end, once, and known by their connection in order', () => {
  const [open, socket, other] = [new OpenAnswers(), new Socket(), new Socket()];
  const [first, second, foreign] = [answerOn(socket), answerOn(socket), answerOn(other)];
  for (const answer of [first, second, foreign]) open.add(answer);
  assert.equal([open.size, open.of(socket).length, open.of(other).length], [3, 2, 1]);
  assert.is(open.of(socket)[0], first);
  assert.equal([open.delete(first), open.delete(first)], [true, false]);
  assert.equal([open.size, open.of(socket).length], [2, 1]);
  assert.is(open.of(socket)[0], second);
  assert.not.ok(open.delete(answerOn(new Socket())));
});

test('answers behind the oldest are told that their connection has ended', () => {
  const [open, socket] = [new OpenAnswers(), new Socket()];
  const closed: number[] = [];
  for (const at of [0, 1, 2]) {
    const answer = answerOn(socket).on('close', () => {
      closed.push(at);
      open.delete(answer);
    });
    open.add(answer);
  }
  socket.emit('close');
  assert.equal([closed, open.size], [[0, 1, 2], 0]);
});

test.run();
