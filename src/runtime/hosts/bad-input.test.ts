import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('bad input');

test.before(async (context) => {
  context.served = await serveSmall();
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

test('[I3.bad.bodies] malformed bodies: exact code and status, no id that was not read', async ({ served }) => {
  const cases: readonly (readonly [string | Buffer, number, number])[] = [
    ['', 400, -32700],
    ['{', 400, -32700],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, -32700],
    ['[]', 400, -32600],
    ['"text"', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32600],
  ];
  for (const [body, status, code] of cases) {
    const answer = await send({ port: served.port, headers: legacyHeaders, body });
    assert.equal([answer.status, parseWire(answer.text).error.code], [status, code], String(body));
    assert.not.match(answer.text, '"id":null');
  }
});

test('[I3.bad.duplicate-keys] of equal keys the last one counts everywhere: checks and handlers read the same', async ({ served }) => {
  const { headers, body } = modernRequest('tools/call', { name: 'add', arguments: { a: 1, b: 2 } });
  const twice = body.replace('"name":"add"', '"name":"add","name":"fail"');
  const answer = await send({ port: served.port, headers, body: twice });
  assert.equal([answer.status, parseWire(answer.text).error.code], [400, -32020], 'the header names the first, the body the last');
});

test('[I3.bad.duplicate-keys] in a session as well, ids and arguments included', async ({ served }) => {
  const opened = await send({ port: served.port, headers: legacyHeaders, body: initializeBody() });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const body = legacyBody('tools/call', { name: 'add', arguments: { a: 1, b: 2 } }, 1)
    .replace('"a":1', '"a":1,"a":5')
    .replace('"id":1', '"id":1,"id":2');
  const { id, result } = parseWire((await send({ port: served.port, headers, body })).text);
  assert.equal([id, result.structuredContent], [2, { sum: 7 }]);
  const hidden = legacyBody('ping', {}, 1).replace('"method":"ping"', '"method":"ping","method":"none"');
  assert.is(parseWire((await send({ port: served.port, headers, body: hidden })).text).error.code, -32601);
});

test('[I3.bad.bodies] with an envelope, in a session or bare: an id of every JSON type is echoed with its type, or refused', async ({
  served,
}) => {
  const opened = await send({ port: served.port, headers: legacyHeaders, body: initializeBody() });
  const session = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  for (const id of [0, -1, 2 ** 53 - 1, '', 'a"b', '\u2028', null, 1.5, true, {}, [1]]) {
    const accepted = typeof id === 'string' || Number.isInteger(id);
    const modern = modernRequest('tools/list', {}, { id });
    for (const [headers, body] of [
      [modern.headers, modern.body],
      [session, legacyBody('tools/list', {}, id)],
    ] as const) {
      const answer = await send({ port: served.port, headers, body });
      const json = parseWire(answer.text);
      if (accepted) assert.equal([answer.status, json.id], [200, id]);
      else assert.equal([answer.status, json.error.code, 'id' in json], [400, -32600, false], body);
    }
  }
});

test('[I3.bad.duplicate-id] without a session each request stands alone: equal ids of two connections are both answered', async ({
  served,
}) => {
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  const first = send({ port: served.port, ...modernRequest('tools/call', { name: 'hold' }, { id: 1 }) });
  await started;
  const second = await send({ port: served.port, ...modernRequest('tools/list', {}, { id: 1 }) });
  assert.equal([second.status, parseWire(second.text).id], [200, 1]);
  gates.release();
  assert.match((await first).text, 'released');
});

test('[I3.bad.cursor] an unknown cursor is -32602 in every era', async ({ served }) => {
  for (const cursor of ['nonsense', '-1', '999999', 7, null]) {
    const { headers, body } = modernRequest('tools/list', { cursor });
    const answer = await send({ port: served.port, headers, body });
    assert.equal([answer.status, parseWire(answer.text).error.code], [200, -32602], String(cursor));
  }
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const opened = await send({ port: served.port, headers: legacyHeaders, body: initializeBody(version) });
    const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const answer = await send({ port: served.port, headers, body: legacyBody('tools/list', { cursor: 'nonsense' }, 1) });
    assert.equal([answer.status, parseWire(answer.text).error.code], [200, -32602], version);
  }
});

test('[I3.bad.duplicate-id] an id that is in flight is refused, and the first call goes on', async ({ served }) => {
  const opened = await send({ port: served.port, headers: legacyHeaders, body: initializeBody() });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  const first = send({ port: served.port, headers, body: legacyBody('tools/call', { name: 'hold' }, 1) });
  await started;
  const second = await send({ port: served.port, headers, body: legacyBody('ping', {}, 1) });
  assert.equal([second.status, parseWire(second.text).error.code], [400, -32600]);
  gates.release();
  assert.match((await first).text, 'released');
});

test('[I3.bad.reader] a client that never reads blocks no other one, and its end frees the waiting data', async ({ served }) => {
  const { headers, body } = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const head = Object.entries({ ...headers, host: 'localhost', 'content-length': String(Buffer.byteLength(body)) });
  const socket = connect(served.port, '127.0.0.1');
  socket.pause();
  socket.write(`POST / HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  const list = modernRequest('tools/list');
  assert.is((await send({ port: served.port, ...list })).status, 200);
  for (let count = 0; count < 50_000; count++) served.application.runtime.changes.publish({ kind: 'tools' });
  assert.is((await send({ port: served.port, ...list })).status, 200);
  socket.destroy();
});

test('[I3.bad.half-open] a client that closes its half after the request is answered', async ({ served }) => {
  const { headers, body } = modernRequest('tools/list');
  const head = Object.entries({ ...headers, host: 'localhost', connection: 'close', 'content-length': String(Buffer.byteLength(body)) });
  const text = await new Promise<string>((resolve) => {
    let seen = '';
    const socket = connect({ port: served.port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.end(`POST / HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`),
    );
    socket.setEncoding('utf8').on('data', (chunk: string) => (seen += chunk));
    socket.on('close', () => resolve(seen)).on('end', () => resolve(seen));
  });
  assert.match(text, 'HTTP/1.1 200');
  assert.match(text, '"resultType":"complete"');
});

test.run();
