import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capturedStderr, rejection } from '../../../../test/support/testing-package.ts';
import { httpMock } from './http/http-mock.ts';
import { httpResponse } from './http/http-response.ts';
import { MockAPIServer, type MockRoute } from './mock-api-server.ts';

const ownFetch = globalThis.fetch;
const json = async (input: string, init?: RequestInit): Promise<unknown> => (await fetch(input, init)).json();

test.after.each(() => httpMock.clearAll());

test('[T.53] the mock API server serves its description and ends', async () => {
  const api = new MockAPIServer({ openApiSpec: { openapi: '3.1.0', info: { title: 'Cities', tags: ['a'] }, paths: {} } });
  assert.throws(() => api.info, /Call start\(\) first/);
  const { baseUrl, port, specUrl } = await api.start();
  try {
    assert.equal(api.info, { baseUrl, port, specUrl });
    assert.equal(await json(specUrl), { openapi: '3.1.0', info: { title: 'Cities', tags: ['a'] }, paths: {} });
    const yaml = await (await fetch(`${baseUrl}/openapi.yaml`)).text();
    assert.is(yaml, '"openapi": "3.1.0"\n"info":\n  "title": "Cities"\n  "tags":\n    - "a"\n"paths": {}\n');
  } finally {
    await api.stop();
  }
  await rejection(fetch(specUrl));
});

test('[T.53] a path that is not part of a URL is answered, and the server goes on', async () => {
  const api = new MockAPIServer({ openApiSpec: {} });
  const { baseUrl, port } = await api.start();
  try {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET :[ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'));
      socket.on('data', (data: Buffer) => resolve(data.toString()));
    });
    assert.match(answer, /^HTTP\/1\.1 400/);
    assert.is((await fetch(`${baseUrl}//[`)).status, 404);
  } finally {
    await api.stop();
  }
});

test('[T.53] bodies that are too large or too slow are refused', async () => {
  const small = new MockAPIServer({ openApiSpec: {}, maxBodyBytes: 10 });
  // Of its own: a body that is on its way on a busy machine would be too slow before it is too large.
  const hasty = new MockAPIServer({ openApiSpec: {}, bodyTimeoutMs: 30 });
  try {
    assert.is((await fetch((await small.start()).baseUrl, { method: 'POST', body: 'x'.repeat(11) })).status, 413);
    const { port } = await hasty.start();
    const slow = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab'));
      socket.on('data', (data: Buffer) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    assert.match(slow, /^HTTP\/1\.1 408/);
  } finally {
    await small.stop();
    await hasty.stop();
  }
});

test('[T.54] routes: the first that fits, :name is one segment, the query does not count', async () => {
  const api = new MockAPIServer({
    openApiSpec: {},
    routes: [
      { method: 'GET', path: '/cities/:id', response: { status: 203, headers: { 'x-a': 'b' }, body: { name: 'Oslo' } } },
      { method: 'GET', path: '/cities/:id', response: { body: 'second' } },
      { method: 'POST', path: '/echo/:id', handler: ({ body, params, query }, reply) => reply.status(201).json({ body, params, query }) },
    ],
  });
  assert.throws(() => api.addRoute({ method: 'PUT', path: '/x' }), "Mock route PUT /x must define either 'handler' or 'response'.");
  assert.throws(() => api.addRoute({ method: 'PUT', path: '/x', response: {}, handler: () => undefined }), /must define either/);
  const { baseUrl } = await api.start();
  try {
    const city = await fetch(`${baseUrl}/cities/1?units=si`);
    assert.equal([city.status, city.headers.get('x-a'), await city.json()], [203, 'b', { name: 'Oslo' }]);
    const echoed = await fetch(`${baseUrl}/echo/a%20b?q=1`, { method: 'POST', body: '{"x":1}' });
    assert.equal([echoed.status, await echoed.json()], [201, { body: { x: 1 }, params: { id: 'a b' }, query: { q: '1' } }]);
    const missing = await fetch(`${baseUrl}/cities/1/more`);
    assert.equal([missing.status, await missing.json()], [404, { error: 'not_found', message: 'No mock route for GET /cities/1/more' }]);
    api.clearRoutes();
    assert.is((await fetch(`${baseUrl}/cities/1`)).status, 404);
    api.addRoute({ method: 'DELETE', path: '/cities/1', response: {} });
    assert.is((await fetch(`${baseUrl}/cities/1`, { method: 'DELETE' })).status, 200);
  } finally {
    await api.stop();
  }
});

test('[T.55] fetches are matched by URL, method, headers and body', async () => {
  const api = httpMock.interceptor();
  api.get('/cities', [{ name: 'Oslo' }]);
  api.post(/cities$/, { made: true }, { match: { headers: { 'X-Key': 'k' }, body: { name: 'Rome' } } });
  api.put((url) => url.endsWith('/1'), 'put');
  api.delete('https://a.test/cities/1', httpResponse.text('gone', 202));
  api.any('/any', ({ method }: { method: string }) => ({ method }));
  api.mock({ match: { method: 'PATCH' }, response: { status: 418, statusText: 'Teapot', body: 'x' }, name: 'teapot' });
  assert.equal(await json('https://a.test/cities'), [{ name: 'Oslo' }]);
  assert.equal(await json('https://a.test/cities', { method: 'POST', headers: { 'x-key': 'k' }, body: '{"name":"Rome","more":1}' }), {
    made: true,
  });
  assert.is(await (await fetch('https://a.test/cities/1', { method: 'PUT' })).text(), 'put');
  assert.is((await fetch('https://a.test/cities/1', { method: 'DELETE' })).status, 202);
  assert.equal(await json('https://a.test/any', { method: 'OPTIONS' }), { method: 'OPTIONS' });
  const teapot = await fetch('https://a.test/', { method: 'PATCH' });
  assert.equal([teapot.status, teapot.statusText], [418, 'Teapot']);
  const wrongKey = await rejection(fetch('https://a.test/cities', { method: 'POST', headers: { 'x-key': 'no' } }));
  assert.is(wrongKey.message, 'No HTTP mock found for POST https://a.test/cities');
});

test('[T.55] requests that were not made are named; a finished mock is removed', async () => {
  const api = httpMock.interceptor();
  api.get('https://a.test/1', {}, { times: 2 });
  api.get('https://a.test/2', {}, { times: 1, name: 'second' });
  api.get('https://a.test/3', {});
  await fetch('https://a.test/1');
  assert.equal([api.isDone(), api.pending().length], [false, 2]);
  assert.throws(() => api.assertDone(), /^Unused HTTP mocks:\n {2}GET https:\/\/a\.test\/1 \(1 more\)\n {2}second \(1 more\)$/);
  api.clear();
  api.assertDone();
  api.restore();
  assert.is(globalThis.fetch, ownFetch);
});

test('[T.56] the newest interceptor is asked first; the process gets its fetch back', async () => {
  const server = new MockAPIServer({ openApiSpec: {}, routes: [{ method: 'GET', path: '/real', response: { body: { real: true } } }] });
  const { baseUrl } = await server.start();
  try {
    const older = httpMock.interceptor();
    const newer = httpMock.interceptor();
    older.get('/one', { from: 'older' });
    newer.get('/one', { from: 'newer' }, { times: 1 });
    assert.equal([await json('https://a.test/one'), await json('https://a.test/one')], [{ from: 'newer' }, { from: 'older' }]);
    assert.is((await rejection(fetch(`${baseUrl}/real`))).message, `No HTTP mock found for GET ${baseUrl}/real`);
    older.allowPassthrough(true);
    assert.equal(await json(`${baseUrl}/real`), { real: true });
    assert.is(httpMock.isEnabled(), true);
    httpMock.disable();
    assert.equal([httpMock.isEnabled(), globalThis.fetch === ownFetch], [false, true]);
    httpMock.enable();
    assert.equal(await json('https://a.test/one'), { from: 'older' });
    httpMock.clearAll();
    assert.is(globalThis.fetch, ownFetch);
  } finally {
    await server.stop();
  }
});

test('[T.57] responses, bodies and the members of a handle', async () => {
  const api = httpMock.interceptor();
  api.get('/status', { status: 204 });
  api.get('/odd', { status: 700 });
  api.get('/body', { body: { a: 1 }, headers: { 'x-b': 'c' }, delay: 1 });
  const handle = api.post('/calls', 'ok');
  assert.is((await fetch('https://a.test/status')).status, 204);
  assert.equal(await json('https://a.test/odd'), { status: 700 });
  const answer = await fetch('https://a.test/body');
  assert.equal([answer.statusText, answer.headers.get('x-b'), await answer.json()], ['OK', 'c', { a: 1 }]);
  const waiting = handle.waitForCalls(1);
  await fetch('https://a.test/calls', { method: 'POST', headers: { 'X-Upper': 'v' }, body: '{"a":1}' });
  const [call] = await waiting;
  assert.equal(
    [call?.url, call?.method, call?.headers['x-upper'], call?.body, call?.rawBody],
    ['https://a.test/calls', 'POST', 'v', { a: 1 }, '{"a":1}'],
  );
  assert.is((await rejection(handle.waitForCalls(3, 20))).message, 'Timeout waiting for 3 calls, got 1 after 20ms');
  assert.is(handle.callCount(), 1);
  handle.remove();
  assert.is(handle.calls().length, 1);
  await rejection(fetch('https://a.test/calls', { method: 'POST' }));
});

test('[T.58] ready-made answers', async () => {
  const api = httpMock.interceptor();
  const { delayed, error, forbidden, html, json: asJson, networkError, notFound, serverError, text, unauthorized } = httpResponse;
  const answers = [
    asJson({ a: 1 }, 201),
    text('t'),
    html('<p>'),
    error(429),
    notFound(),
    unauthorized(),
    forbidden(),
    serverError(),
    delayed({ b: 1 }, 1),
  ];
  for (const [index, answer] of answers.entries()) api.get(new RegExp(`/${index}$`), answer);
  const got = await Promise.all(answers.map((_, index) => fetch(`https://a.test/${index}`)));
  assert.equal(
    got.map(({ status }) => status),
    [201, 200, 200, 429, 404, 401, 403, 500, 200],
  );
  assert.equal(
    got.slice(0, 3).map(({ headers }) => headers.get('content-type')),
    ['application/json', 'text/plain', 'text/html'],
  );
  api.get('/down', networkError('socket hang up'));
  const failed = await rejection(fetch('https://a.test/down'));
  assert.instance(failed, TypeError);
  assert.is(failed.message, 'fetch failed: socket hang up');
});

test('[testing.fetch-likeness] a signal ends a mocked fetch, before it and while it waits', async () => {
  const api = httpMock.interceptor();
  const handle = api.get('/slow', { delay: 60_000 });
  await assertAborted(fetch('https://a.test/slow', { signal: AbortSignal.abort('early') }), 'early');
  assert.is(handle.callCount(), 0);
  const abort = new AbortController();
  const waiting = fetch(new Request('https://a.test/slow', { signal: abort.signal }));
  await handle.waitForCalls(1);
  abort.abort('late');
  await assertAborted(waiting, 'late');
});

test('[testing.fetch-likeness] bytes, responses and late failures', async () => {
  const api = httpMock.interceptor();
  api.get('/bytes', { body: Buffer.from([1, 255]) });
  api.get('/response', new Response('made', { status: 202 }));
  api.get('/down', httpResponse.delayed(httpResponse.networkError('late'), 1));
  assert.equal([...new Uint8Array(await (await fetch('https://a.test/bytes')).arrayBuffer())], [1, 255]);
  for (const _ of ['once', 'again']) {
    const answer = await fetch('https://a.test/response');
    assert.equal([answer.status, await answer.text()], [202, 'made']);
  }
  assert.is((await rejection(fetch('https://a.test/down'))).message, 'fetch failed: late');
});

test('[testing.fetch-likeness] a stream that passes through arrives', async () => {
  const server = new MockAPIServer({
    openApiSpec: {},
    routes: [{ method: 'POST', path: '/echo', handler: ({ body }, reply) => reply.json({ body }) }],
  });
  const { baseUrl } = await server.start();
  try {
    httpMock.interceptor().allowPassthrough();
    const init = { method: 'POST', body: new Blob(['streamed']).stream(), duplex: 'half' as const };
    assert.equal(await json(`${baseUrl}/echo`, init), { body: 'streamed' });
  } finally {
    await server.stop();
  }
});

test('[testing.asymmetric] expectations stand for values; patterns with state match each time', async () => {
  const api = httpMock.interceptor();
  const number = { asymmetricMatch: (found: unknown) => typeof found === 'number' };
  api.mock({ match: { url: /x/g, headers: { 'x-key': /k/g }, body: /1/g }, response: 'pattern' });
  api.mock({ match: { body: { id: number } }, response: 'number' });
  for (const _ of ['once', 'again']) {
    const answer = await fetch('https://a.test/x', { method: 'POST', headers: { 'x-key': 'k' }, body: '1' });
    assert.is(await answer.text(), 'pattern');
  }
  assert.is((await fetch('https://a.test/y', { method: 'POST', body: '{"id":5}' })).status, 200);
  await rejection(fetch('https://a.test/y', { method: 'POST', body: '{"id":"5"}' }));
});

test('[testing.late-handler] a handler that fails after its answer is named', async () => {
  const handler: MockRoute['handler'] = (_, reply) => {
    reply.json({});
    throw new Error('too late');
  };
  const server = new MockAPIServer({
    openApiSpec: {},
    routes: [
      { method: 'GET', path: '/late', handler },
      { method: 'GET', path: '/bytes', response: { body: Buffer.from([1, 255]) } },
    ],
  });
  const { baseUrl } = await server.start();
  try {
    const printed = await capturedStderr(async () => {
      assert.is((await fetch(`${baseUrl}/late`)).status, 200);
    });
    assert.match(printed.join(''), 'The handler of GET /late failed after it had answered: too late');
    assert.equal([...new Uint8Array(await (await fetch(`${baseUrl}/bytes`)).arrayBuffer())], [1, 255]);
  } finally {
    await server.stop();
  }
});

async function assertAborted(answer: Promise<Response>, reason: string): Promise<void> {
  const outcome: unknown = await answer.catch((error: unknown) => error);
  assert.is(outcome, reason);
}

test.run();
