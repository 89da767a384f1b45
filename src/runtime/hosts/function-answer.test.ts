import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { headOf, inOnePiece, Invocation } from './function-answer.ts';
import type { EventShape } from './function-event.ts';

const second: EventShape = { format: '2.0', multiValue: false, loadBalancer: false };
const balancer: EventShape = { format: '1.0', multiValue: false, loadBalancer: true };
const answer = (response: Response, shape = second) => inOnePiece({ response, shape, invocation: new Invocation({}) });

test('[serverless.events] texts are sent as texts and everything else as base64, compressed texts too', async () => {
  for (const [type, isText] of [
    ['text/event-stream', true],
    ['application/json; charset=utf-8', true],
    ['application/problem+json', true],
    ['application/x-www-form-urlencoded', true],
    ['image/png', false],
    ['application/octet-stream', false],
  ] as const) {
    const { body, isBase64Encoded } = await answer(new Response('Grüße', { headers: { 'content-type': type } }));
    assert.is(isBase64Encoded, !isText, type);
    assert.is(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString(), 'Grüße');
  }
  const compressed = new Response('x', { headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' } });
  assert.is((await answer(compressed)).isBase64Encoded, true);
});

test('[serverless.events] cookies stand where the gateway looks for them', () => {
  const response = new Response(null, {
    headers: [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-a', 'c'],
    ],
  });
  assert.equal(headOf(response, second), { statusCode: 200, headers: { 'x-a': 'c' }, cookies: ['a=1', 'b=2'] });
  const lists = { 'x-a': ['c'], 'set-cookie': ['a=1', 'b=2'] };
  assert.equal(headOf(response, { ...balancer, multiValue: true }), { statusCode: 200, multiValueHeaders: lists });
  assert.equal(headOf(response, balancer), { statusCode: 200, headers: { 'x-a': 'c', 'set-cookie': 'a=1' } });
});

test('[serverless.answer-limit] an answer that the service would not take is 500 with both sizes', async () => {
  const ofSize = (length: number): Response => new Response('x'.repeat(length), { headers: { 'content-type': 'text/plain' } });
  for (const [shape, limit] of [
    [second, 6_291_456],
    [balancer, 1_000_000],
  ] as const) {
    // In JSON it has two quotes more.
    assert.is((await answer(ofSize(limit - 2), shape)).statusCode, 200);
    const refused = await answer(ofSize(limit - 1), shape);
    assert.is(refused.statusCode, 500);
    assert.match(refused.body, `The answer has ${limit + 1} bytes; this function service takes ${limit}.`);
  }
});

test.run();
