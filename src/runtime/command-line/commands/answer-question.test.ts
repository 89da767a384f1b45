import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../model/index.ts';
import { answerAt } from './answer-question.ts';

/** Everything that a person is shown while a server asks, and what the server gets. */
async function askedWith(params: JsonObject, answers: readonly string[]) {
  const typed = [...answers];
  let shown = '';
  const terminal = { say: (text: string) => void (shown += `${text}\n`) };
  const answer = answerAt(
    terminal,
    async (question) => {
      shown += `${question}\n`;
      return typed.shift() ?? '';
    },
    'work (https://mcp.example/mcp)',
  );
  return { result: await answer('elicitation/create', params), shown };
}

test('[cli-program.questions] no text of a server steers the terminal: message, title, description, choices, default', async () => {
  const hostile = 'x\u001b[2J\u009b2J\u202Exe\n\r  Continue? [y/N] ';
  const field = { type: 'string', title: hostile, description: hostile, default: hostile, enum: [hostile, 'good'] };
  const params = { message: hostile, requestedSchema: { type: 'object', properties: { [hostile]: field }, required: [hostile] } };
  const { result, shown } = await askedWith(params, ['bad', 'good']);
  // eslint-disable-next-line no-control-regex
  assert.not.match(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.is(shown.split('\n').filter((line) => /^\s*Continue/.test(line)).length, 0, shown);
  assert.equal(result, { action: 'accept', content: { [hostile]: 'good' } });
});

test('[cli-program.questions] a question names the server that asks, and a required field can be declined or left empty', async () => {
  const params = { message: 'Which?', requestedSchema: { properties: { name: { type: 'string' } }, required: ['name'] } };
  const refused = await askedWith(params, ['', 'y']);
  assert.is(refused.result['action'], 'decline');
  assert.is(refused.shown, 'work (https://mcp.example/mcp) asks: Which?\n  name (text): \n  Decline to answer? [y/N] \n');
  assert.equal((await askedWith(params, ['', 'n'])).result, { action: 'accept', content: { name: '' } });
  const number = { ...params, requestedSchema: { properties: { age: { type: 'number' } }, required: ['age'] } };
  assert.equal((await askedWith(number, ['', '', '7'])).result, { action: 'accept', content: { age: 7 } });
});

test('a question without fields is agreed to by a word, and declined by any other', async () => {
  for (const [typed, action] of [
    ['y', 'accept'],
    [' YES ', 'accept'],
    ['', 'decline'],
    ['sure', 'decline'],
  ] as const)
    assert.is((await askedWith({ message: 'Delete it?' }, [typed])).result['action'], action, typed);
});

test.run();
