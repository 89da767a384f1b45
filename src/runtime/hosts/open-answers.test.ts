import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenAnswers } from './open-answers.ts';

test('an answer that has ended is taken out once, and no other in its place', () => {
  const open = new OpenAnswers();
  const socket = new Socket();
  const [first, second] = [0, 1].map(() => new ServerResponse(new IncomingMessage(socket)));
  assert.ok(first !== undefined && second !== undefined);
  open.add(first);
  open.add(second);
  assert.equal([open.delete(first), open.delete(first)], [true, false]);
  assert.equal([open.size, open.of(socket)], [1, [second]]);
});

test.run();
