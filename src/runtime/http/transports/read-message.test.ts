import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../model/index.ts';
import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from '../../web/body-errors.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { readJson, readMessage } from './read-message.ts';

const exchangeOf = (text: HttpExchange['text'], headers: Readonly<Record<string, string>> = {}): HttpExchange => ({
  method: 'POST',
  path: '/mcp',
  query: '',
  secure: false,
  signal: new AbortController().signal,
  header: (name) => ({ 'content-type': 'application/json', ...headers })[name],
  eachHeader: () => undefined,
  text,
  bytes: () => new Uint8Array(),
});

/** The value, or the status of the refusal with its message. */
async function read(text: HttpExchange['text'] | string, headers: Readonly<Record<string, string>> = {}): Promise<Json> {
  const body = await readJson(1000, exchangeOf(typeof text === 'string' ? () => text : text, headers));
  return 'refusal' in body ? describe(body.refusal) : body.value;
}
const describe = ({ body, status }: HttpAnswer): string => `${status} ${/"message":"([^"]*)"/.exec(String(body))?.[1] ?? ''}`;

test('[MCP.transport.refusals] only JSON bodies are read, with any parameter of their type', async () => {
  for (const type of ['application/json', 'application/json;charset=utf-8', ' Application/JSON ; a=b', 'application/json '])
    assert.equal(await read('{"a":1}', { 'content-type': type }), { a: 1 }, type);
  const refused = '415 Unsupported Media Type: Content-Type must be application/json';
  for (const type of ['text/plain', 'application/json-patch', 'text/application/json', 'application/jsonp', ''])
    assert.is(await read('{"a":1}', { 'content-type': type }), refused, type);
  const untyped = { ...exchangeOf(() => '{}'), header: () => undefined };
  const body = await readJson(1000, untyped);
  assert.is('refusal' in body && describe(body.refusal), refused);
});

test('a body that is packed is not unpacked', async () => {
  for (const encoding of ['identity', ' Identity ']) assert.equal(await read('[]', { 'content-encoding': encoding }), []);
  for (const encoding of ['gzip', 'br, identity', ''])
    assert.is(
      await read('[]', { 'content-encoding': encoding }),
      '415 Unsupported Media Type: Content-Encoding is not accepted; send the body as it is',
    );
});

test('[MCP.transport.refusals] a body is read at once or later; an unreadable one is answered with its reason', async () => {
  assert.equal(await read(() => '{"a":1}'), { a: 1 });
  assert.equal(await read(async () => '\ufeff{"a":1}'), { a: 1 });
  const failures: readonly (readonly [Error, string])[] = [
    [new BodyTooLarge(1000, 2000), '413 Payload Too Large'],
    [new BodyTooSlow('too slow'), '408 Request Timeout: too slow'],
    [new BodyUnreadable('not UTF-8'), '400 Parse error: not UTF-8'],
    [new Error('secret'), '400 Parse error: the body is not JSON'],
  ];
  for (const [failure, told] of failures) {
    const fail = (): never => {
      throw failure;
    };
    assert.is(await read(fail), told);
    assert.is(await read(() => Promise.reject(failure)), told);
  }
  const slow = await readJson(
    1000,
    exchangeOf(() => Promise.reject(new BodyTooSlow('too slow'))),
  );
  assert.is('refusal' in slow && slow.refusal.headers['connection'], 'close');
  for (const text of ['', '{', 'undefined', '\ufeff\ufeff{}', "{'a':1}"])
    assert.is(await read(text), '400 Parse error: the body is not JSON', text);
});

test('two hundred levels are read, more are refused before they are parsed', async () => {
  const deep = (levels: number, [open, close]: readonly [string, string], inner = ''): string =>
    open.repeat(levels) + inner + close.repeat(levels);
  const tooDeep = '400 Parse error: the body is nested deeper than 200 levels';
  for (const inner of ['', '1', ' '.repeat(300)]) {
    assert.ok(Array.isArray(await read(deep(200, ['[', ']'], inner))));
    assert.is(await read(deep(201, ['[', ']'], inner)), tooDeep);
  }
  assert.type(await read(deep(200, ['{"a":', '}'], '1')), 'object');
  assert.is(await read(deep(201, ['{"a":', '}'], '1')), tooDeep);
  assert.is(await read(deep(201, [' [ ', ' ] '])), tooDeep);
  assert.is(await read(`["a\\\\", "${'x'.repeat(500)}", ${deep(200, ['[', ']'])}]`), tooDeep, 'behind texts');
  assert.is(await read('['.repeat(400)), '400 Parse error: the body is not JSON', 'too short to be too deep');
});

test('brackets side by side, and brackets in a text, are no levels', async () => {
  for (const one of ['[]', '{}', '1234567890', '"a"', '"["', '"\\""', '"\\\\"', '"\\"[[[{{{"'])
    assert.equal(await read(`[${Array<string>(300).fill(one).join(',')}]`), Array(300).fill(JSON.parse(one)), one);
  const text = `\\"${'[{'.repeat(300)}`;
  assert.equal(await read(`{"a":"${text}"}`), { a: `"${'[{'.repeat(300)}` });
  assert.is(await read(`"${'[{'.repeat(300)}`), '400 Parse error: the body is not JSON', 'a text without an end');
});

test('[MCP.transport.refusals] JSON that is not a message is refused with its id', () => {
  const message = readMessage({ jsonrpc: '2.0', id: 1, method: 'ping' });
  assert.is('kind' in message && message.kind, 'request');
  for (const value of [null, 1, 'text', {}, { jsonrpc: '1.0', id: 1, method: 'ping' }] as const) {
    const refused = readMessage(value);
    assert.is('refusal' in refused && refused.refusal.status, 400, JSON.stringify(value));
  }
});

test.run();
