import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '@service/sdk/model';
import { StdioBridge } from './stdio-bridge.ts';

/** A bridge, what its client heard, and servers that only keep what they are told. */
function makeBridge() {
  const heard: JsonObject[] = [];
  const bridge = new StdioBridge({
    toClient: (line) => void heard.push(JSON.parse(line) as JsonObject),
    whyDown: () => 'It is being built',
  });
  const connect = (): JsonObject[] => {
    const told: JsonObject[] = [];
    bridge.connect((line) => void told.push(JSON.parse(line) as JsonObject));
    return told;
  };
  const say = (message: JsonObject): void => bridge.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const answer = (message: JsonObject): void => bridge.fromServer(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { bridge, heard, connect, say, answer };
}

const opening = { id: 0, method: 'initialize', params: { clientInfo: { name: 'c' } } };
const capabilities = { tools: { listChanged: true }, logging: {} };

function opened() {
  const made = makeBridge();
  const first = made.connect();
  made.say(opening);
  made.answer({ id: 0, result: { capabilities } });
  made.say({ method: 'notifications/initialized' });
  return { ...made, first };
}

test('[I7.dev.stdio.handshake] a new server gets the handshake, the level and the subscriptions; the client is only told that lists changed', () => {
  const { answer, bridge, connect, first, heard, say } = opened();
  say({ id: 1, method: 'logging/setLevel', params: { level: 'info' } });
  say({ id: 2, method: 'logging/setLevel', params: { level: 'error' } });
  say({ id: 3, method: 'resources/subscribe', params: { uri: 'a:b' } });
  say({ id: 4, method: 'resources/subscribe', params: { uri: 'a:c' } });
  say({ id: 5, method: 'resources/unsubscribe', params: { uri: 'a:c' } });
  for (let id = 1; id <= 5; id++) answer({ id, result: {} });
  assert.is(first.length, 7);
  heard.length = 0;
  bridge.pause();
  bridge.disconnect();
  const second = connect();
  say({ id: 6, method: 'tools/call' });
  assert.equal(
    second.map(({ method }) => method),
    ['initialize'],
  );
  assert.equal(second[0]?.['params'], opening.params);
  answer({ id: second[0]?.['id'] ?? null, result: { capabilities } });
  assert.equal(
    second.slice(1).map(({ method, params }) => [method, params ?? null]),
    [
      ['notifications/initialized', null],
      ['logging/setLevel', { level: 'error' }],
      ['resources/subscribe', { uri: 'a:b' }],
      ['tools/call', null],
    ],
  );
  for (const { id, method } of second) if (method !== 'tools/call' && id !== undefined) answer({ id, result: {} });
  answer({ id: 6, result: { content: [] } });
  assert.equal(
    heard.map(({ id, method }) => method ?? id),
    ['notifications/tools/list_changed', 6],
  );
});

test('[I7.dev.stdio.in-flight] what the old server still answers is passed on, the rest is an error, nothing is repeated', () => {
  const { answer, bridge, connect, heard, say } = opened();
  heard.length = 0;
  say({ id: 1, method: 'tools/call' });
  say({ id: 'two', method: 'tools/call' });
  say({ id: 3, method: 'subscriptions/listen' });
  bridge.pause();
  say({ id: 4, method: 'tools/call' });
  answer({ id: 1, result: { content: [] } });
  bridge.disconnect();
  assert.equal(
    heard.map(({ id, error }) => [id, error === undefined]),
    [
      [1, true],
      ['two', false],
    ],
  );
  const second = connect();
  answer({ id: second[0]?.['id'] ?? null, result: {} });
  // A stream of news is no call: the next server goes on with it.
  assert.equal(
    second.filter(({ method }) => method !== 'initialize' && method !== 'notifications/initialized').map(({ id }) => id),
    [4, 3],
  );
});

test('[I7.dev.stdio.limits] the call after 1,000 waiting ones is answered at once; a cancelled one is not sent', () => {
  const { answer, bridge, connect, heard, say } = opened();
  bridge.pause();
  bridge.disconnect();
  heard.length = 0;
  for (let id = 1; id <= 1001; id++) say({ id, method: 'tools/call' });
  assert.equal(
    heard.map(({ id }) => id),
    [1001],
  );
  assert.match(JSON.stringify(heard[0]), /1000 calls wait for the server already. It is being built/);
  say({ method: 'notifications/cancelled', params: { requestId: 7 } });
  const second = connect();
  answer({ id: second[0]?.['id'] ?? null, result: {} });
  const calls = second.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
  assert.equal([calls.length, calls.includes(7), second.some(({ method }) => method === 'notifications/cancelled')], [999, false, false]);
});

test('[I7.dev.stdio.limits] a call that no server takes in time is answered with the reason', async () => {
  const answered = new Promise<string>((resolve) => {
    const limits = { maxQueued: 10, maxWaitMs: 1 };
    const bridge = new StdioBridge({ toClient: resolve, whyDown: () => 'It ended with code 7' }, limits);
    bridge.receive('{"jsonrpc":"2.0","id":"a","method":"tools/call"}');
  });
  // The bridge's own timer holds no process open; this one does until it fired.
  const alive = setInterval(() => undefined, 1000);
  assert.match(await answered, /"id":"a","error".*No server answered within 0.001 s. It ended with code 7/);
  clearInterval(alive);
});

test('[I7.dev.stdio.questions] a question of the old server is withdrawn, and its late answer is dropped', () => {
  const { answer, bridge, connect, heard, say } = opened();
  heard.length = 0;
  answer({ id: 1, method: 'elicitation/create' });
  const seen = heard[0]?.['id'] ?? null;
  bridge.pause();
  bridge.disconnect();
  assert.equal(heard[1]?.['params'], { requestId: seen, reason: 'The server was replaced' });
  const second = connect();
  answer({ id: second[0]?.['id'] ?? null, result: {} });
  answer({ id: 1, method: 'elicitation/create' });
  const now = heard.at(-1)?.['id'] ?? null;
  say({ id: seen, result: { action: 'accept' } });
  assert.is(second.filter(({ result }) => result !== undefined).length, 0);
  say({ id: now, result: { action: 'accept' } });
  assert.equal(
    second.filter(({ result }) => result !== undefined).map(({ id }) => id),
    [1],
  );
});

test('[I7.dev.stdio.no-handshake] a client without a handshake goes on at once', () => {
  const { bridge, connect, heard, say } = makeBridge();
  say({ id: 1, method: 'tools/list' });
  const first = connect();
  assert.equal(
    first.map(({ id }) => id),
    [1],
  );
  bridge.pause();
  bridge.disconnect();
  say({ id: 2, method: 'tools/list' });
  assert.equal(
    connect().map(({ id }) => id),
    [2],
  );
  assert.equal(
    heard.map(({ id }) => id),
    [1],
  );
});

test.run();
