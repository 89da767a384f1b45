import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchSmall } from '../../../test/support/fetch-small.ts';
import { gates, SmallServer } from '../../../test/support/small-server.ts';
import { initializeBody, legacyHeaders, modernRequest, parseWire } from '../../../test/support/wire-client.ts';
import { Service, tool } from '../define/index.ts';

const base = 'https://worker.example';
const post = (path: string, request: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }, signal?: AbortSignal) =>
  new Request(base + path, { method: 'POST', ...request, ...(signal === undefined ? {} : { signal }) });
const add = (): Request => post('/mcp', modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } }));

test('[D2.fetch.call] both eras are served from Request to Response', async () => {
  const { handler } = fetchSmall();
  const modern = await handler(add());
  assert.is(modern.status, 200);
  assert.is(modern.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.is(modern.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(parseWire(await modern.text()).result.structuredContent, { sum: 5 });

  const opened = await handler(post('/mcp', { headers: legacyHeaders, body: initializeBody('2025-11-25') }));
  assert.is(opened.status, 200);
  const session = { ...legacyHeaders, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 1 } } });
  assert.equal(parseWire(await (await handler(post('/mcp', { headers: session, body }))).text()).result.structuredContent, { sum: 2 });
  const ended = await handler(new Request(`${base}/mcp`, { method: 'DELETE', headers: session }));
  assert.ok(ended.ok);
  assert.is((await handler(post('/mcp', { headers: session, body }))).status, 404);
});

test('[D2.fetch.health] health says web-fetch and runs no checks; /readyz is not there unless enabled', async () => {
  const { handler } = fetchSmall();
  for (const path of ['/healthz', '/health']) {
    const answer = await handler(new Request(base + path));
    assert.is(answer.status, 200);
    assert.equal(await answer.json(), { status: 'ok', server: { name: 'small', version: '1.2.3' }, transport: 'web-fetch' });
  }
  assert.is((await handler(new Request(`${base}/readyz`))).status, 404);
  assert.is((await handler(new Request(`${base}/health`, { method: 'POST' }))).status, 405);
  const head = await handler(new Request(`${base}/health`, { method: 'HEAD' }));
  assert.is(head.status, 200);
  assert.is(await head.text(), '');
});

test('[D2.404.fetch] an unknown path is JSON that says where the endpoint is', async () => {
  for (const [entryPath, shown] of [
    ['/mcp', '/mcp'],
    ['', '/'],
  ] as const) {
    const answer = await fetchSmall({ entryPath }).handler(new Request(`${base}/nothing/here?x=1#y`));
    assert.is(answer.status, 404);
    assert.is(answer.headers.get('x-frame-options'), 'DENY');
    assert.equal(await answer.json(), { error: 'Not Found', entryPaths: [shown] });
  }
});

test('[D2.fetch.hosts] host checks begin only once allowedHosts is given', async () => {
  const { handler } = fetchSmall();
  assert.is((await handler(new Request('https://any.name.example/healthz'))).status, 200);
  assert.is((await handler(new Request(`${base}/healthz`, { headers: { 'x-forwarded-host': 'evil.example' } }))).status, 200);

  const listed = fetchSmall().handler;
  const env = { SERVICE_ALLOWED_HOSTS: 'worker.example' };
  assert.is((await listed(new Request(`${base}/healthz`), env)).status, 200);
  const refused = await listed(new Request('https://evil.example/healthz'), env);
  assert.is(refused.status, 403);
  assert.equal(await refused.json(), { error: 'Forbidden', message: 'Invalid Host header' });
  const forwarded = await listed(new Request(`${base}/healthz`, { headers: { 'x-forwarded-host': 'evil.example' } }), env);
  assert.equal(await forwarded.json(), { error: 'Forbidden', message: 'Invalid X-Forwarded-Host header' });
});

/** A server that takes 64 bytes. */
function fetchLimited() {
  const Limited = class {};
  Service({
    info: { name: 'small', version: '1.2.3' },
    tools: [tool({ name: 'a', description: 'a' })(() => 'a')],
    http: { bodyLimit: 64 },
  })(Limited);
  return fetchSmall({ server: Limited });
}

test('[D2.fetch.body-limit] a body over the limit is the same 413, announced or not', async () => {
  const { handler } = fetchLimited();
  const tooLarge = (length: number) => ({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'Payload Too Large', data: { limit: 64, length } },
  });
  const { headers } = modernRequest('tools/list');
  const announced = await handler(post('/mcp', { headers: { ...headers, 'content-length': '1000' }, body: '{}' }));
  assert.is(announced.status, 413);
  assert.equal(await announced.json(), tooLarge(1000));
  const received = await handler(post('/mcp', { headers, body: 'x'.repeat(65) }));
  assert.is(received.status, 413);
  assert.equal(await received.json(), tooLarge(65));
});

test("a length that is not the body's, or stands beside Transfer-Encoding, lets nothing past the limit", async () => {
  const { handler } = fetchLimited();
  const { headers } = modernRequest('tools/list');
  const short = { ...headers, 'content-length': '10' };
  assert.is((await handler(post('/mcp', { headers: short, body: 'x'.repeat(65) }))).status, 413);

  let pulled = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => {
      pulled++;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => void (cancelled = true),
  });
  const init = { method: 'POST', headers: { ...short, 'transfer-encoding': 'chunked' }, body: endless, duplex: 'half' } as const;
  assert.is((await handler(new Request(`${base}/mcp`, init))).status, 413);
  // What its client still sends is thrown away so that it can read the answer, but not for ever.
  assert.ok(cancelled && pulled < 300, String(pulled));
});

test('[I4.body.ended-early] a body that is not UTF-8, or breaks off, is a parse error', async () => {
  const { handler } = fetchSmall();
  const { headers } = modernRequest('tools/list');
  const length = { ...headers, 'content-length': '3' };
  const framed = await handler(post('/mcp', { headers: length, body: new Uint8Array([0x7b, 0xff, 0x7d]) }));
  assert.is(parseWire(await framed.text()).error.code, -32700);
  const binary = await handler(post('/mcp', { headers, body: new Uint8Array([0x7b, 0xff, 0x7d]) }));
  assert.is(binary.status, 400);
  assert.is(parseWire(await binary.text()).error.code, -32700);
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('secret detail')) });
  const init = { method: 'POST', headers, body: broken, duplex: 'half' } as const;
  const answer = await handler(new Request(`${base}/mcp`, init));
  assert.is(answer.status, 400);
  assert.match(await answer.text(), 'Parse error: the body ended early"');
});

test('[I4.body.ended-early] a body that is UTF-8 but no JSON is a parse error, and so is half a character in JSON', async () => {
  const { handler } = fetchSmall();
  const { body, headers } = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3, half: '???' } });
  // As long as the sign that lenient decoders put in its place: to compare lengths would not show it.
  const half = new TextEncoder().encode(body);
  half.set([0xf0, 0x9f, 0x98], body.indexOf('???'));
  for (const [sent, problem] of [
    ['{', 'the body is not JSON'],
    [half, 'the body is not UTF-8'],
  ] as const) {
    for (const given of [headers, { ...headers, 'content-length': String(sent.length) }]) {
      const answer = await handler(post('/mcp', { headers: given, body: sent }));
      assert.is(answer.status, 400);
      assert.match(await answer.text(), `Parse error: ${problem}`);
    }
  }
});

test('[D2.fetch.stream] a call that says something before its answer streams it', async () => {
  const { handler } = fetchSmall();
  const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
  const answer = await handler(post('/mcp', modernRequest('tools/call', { name: 'count', arguments: {} }, { meta })));
  assert.is(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const frames = (await answer.text()).split('\n\n').filter((frame) => frame !== '');
  assert.is(frames.length, 4);
  assert.match(frames[0] ?? '', '"method":"notifications/progress"');
  assert.match(frames.at(-1) ?? '', '"result"');
});

test('[D2.fetch.cancel] cancelling the body, or aborting the request, aborts the call', async () => {
  const { handler } = fetchSmall();
  for (const way of ['body', 'request'] as const) {
    const started = new Promise<void>((resolve) => (gates.started = resolve));
    const aborted = new Promise<void>((resolve) => (gates.aborted = resolve));
    const client = new AbortController();
    if (way === 'request') {
      const answer = handler(post('/mcp', modernRequest('tools/call', { name: 'wait', arguments: {} }), client.signal));
      await started;
      client.abort();
      await aborted;
      await answer;
    } else {
      const listening = await handler(post('/mcp', modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } })));
      const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = listening.body?.getReader();
      assert.match(new TextDecoder().decode((await reader?.read())?.value), 'acknowledged');
      await reader?.cancel();
      gates.started();
      gates.aborted();
    }
  }
});

test('[D2.fetch.back-pressure] a writer waits while the reader is behind, and goes on once it has read', async () => {
  const { toResponse } = await import('./fetch-answer.ts');
  const { FetchExchange } = await import('./fetch-exchange.ts');
  const exchange = new FetchExchange(new Request(base), undefined);
  const seen: string[] = [];
  const response = toResponse(
    {
      status: 200,
      headers: {},
      body: (stream) => {
        const fill = (): void => {
          while (seen.length < 40) {
            seen.push('chunk');
            if (!stream.write('x'.repeat(8192))) {
              void stream.whenDrained().then(fill);
              return;
            }
          }
          stream.end();
          stream.write('nobody reads this');
        };
        fill();
        stream.onEnd(() => seen.push('end'));
      },
    },
    exchange,
  );
  assert.is(seen.length, 8, 'stops at 64 KiB while nobody reads');
  assert.is((await response.text()).length, 40 * 8192);
  assert.is(seen.at(-1), 'end');
});

test('answers keep repeated headers apart, and statuses without a body have none', async () => {
  const { toResponse } = await import('./fetch-answer.ts');
  const { FetchExchange } = await import('./fetch-exchange.ts');
  const exchange = new FetchExchange(new Request(`${base}?a=b#c`), undefined);
  assert.equal([exchange.path, exchange.query, exchange.secure, exchange.header('host')], ['/', 'a=b', true, 'worker.example']);
  const response = toResponse({ status: 204, headers: { 'set-cookie': ['a=1', 'b=2'] }, body: '' }, exchange);
  assert.equal(response.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.is(response.body, null);
  const bytes = toResponse({ status: 200, headers: {}, body: new Uint8Array([104, 105]) }, exchange);
  assert.is(await bytes.text(), 'hi');
});

test('[D2.worker.lazy] the first request builds the server, with its env; later requests share it', async () => {
  const built: unknown[] = [];
  const describe = () => {
    built.push(1);
    return { os: 'unknown', runtime: 'edge', deployment: 'serverless', surface: 'mcp', env: 'test' };
  };
  const { handler } = fetchSmall({ platform: { describe } });
  assert.is(built.length, 0);
  const kept: Promise<unknown>[] = [];
  const scope = { waitUntil: (work: Promise<unknown>) => void kept.push(work) };
  const env = { SERVICE_HTTP_ENTRY_PATH: '/elsewhere', STORE: { get: () => undefined } };
  const answers = await Promise.all([
    handler(new Request(base), env, scope),
    handler(new Request(base), {}, scope),
    handler(new Request(base)),
  ]);
  for (const answer of answers) assert.equal(await answer.json(), { error: 'Not Found', entryPaths: ['/elsewhere'] });
  assert.is(built.length, 1);
  assert.is(kept.length, 2, 'the build outlives the request that began it');
});

test('[D2.worker.misconfigured] a configuration fault is 500 with its code, tried again after 1, 2, 4 seconds', async () => {
  let now = 0;
  let builds = 0;
  const describe = () => {
    builds++;
    return { os: 'unknown', runtime: 'edge', deployment: 'serverless', surface: 'mcp', env: 'test' };
  };
  const { handler, lines } = fetchSmall({ platform: { now: () => now, describe } });
  const bad = { SERVICE_LOG_LEVEL: 'hunter2' };
  const refused = await handler(new Request(base), bad);
  assert.is(refused.status, 500);
  assert.is(refused.headers.get('x-content-type-options'), 'nosniff');
  const body = (await refused.json()) as Record<string, unknown>;
  assert.is(body['error'], 'server_misconfigured');
  assert.is(body['code'], 'CONFIG_INVALID');
  assert.match(String(body['message']), 'SERVICE_LOG_LEVEL');
  assert.not.match(JSON.stringify(body) + lines.join(''), 'hunter2');
  now = 999;
  assert.is((await handler(new Request(base), bad)).status, 500);
  assert.is(lines.length, 1, 'no second attempt before the delay is over');
  now = 1000;
  assert.is((await handler(new Request(base), bad)).headers.get('retry-after'), '2');
  assert.is(builds, 2, 'put together once for each attempt, to tell what else is wrong');
  now = 3000;
  assert.is((await handler(new Request(`${base}/health`), {})).status, 200, 'a build takes the env of the request that begins it');
});

test("[S1.3.routes.gone] the rest of a route's answer is cancelled when its reader leaves", async () => {
  const cancelled: string[] = [];
  const unread = (name: string) =>
    new Response(new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => void cancelled.push(name) }));
  let tellAsked: (answer: (response: Response) => void) => void = () => undefined;
  const asked = new Promise<(response: Response) => void>((resolve) => (tellAsked = resolve));
  const late = () => new Promise<Response>((resolve) => tellAsked(resolve));
  const Streaming = class {};
  const routes = [
    { method: 'GET', path: '/now', handler: () => unread('head') },
    { method: 'GET', path: '/late', handler: late },
  ] as const;
  Service({ info: { name: 'small', version: '1.2.3' }, tools: [tool({ name: 'a', description: 'a' })(() => 'a')], http: { routes } })(
    Streaming,
  );
  const { handler } = fetchSmall({ server: Streaming });
  await handler(new Request(`${base}/now`, { method: 'HEAD' }));
  assert.equal(cancelled, ['head']);
  const client = new AbortController();
  const answering = handler(new Request(`${base}/late`, { signal: client.signal }));
  const answer = await asked;
  client.abort();
  answer(unread('left'));
  await answering;
  assert.equal(cancelled, ['head', 'left']);
});

test('in production the log is JSON, a line a record, as on the node host', async () => {
  const Broken = class {};
  const untyped: object = { tools: [{}] };
  Service({ info: { name: 'broken', version: '1.0.0' }, ...untyped })(Broken);
  const { handler, lines } = fetchSmall({ server: Broken });
  assert.is((await handler(new Request(base), { NODE_ENV: 'production' })).status, 500);
  assert.is(Reflect.get(Object(JSON.parse(lines[0] ?? '')), 'level'), 'error');
  assert.is(lines[0], lines[0]?.trimEnd());
});

test('[D2.worker.unavailable] any other failure is 503 with Retry-After and no detail; a later build may succeed', async () => {
  let now = 0;
  let broken = true;
  const describe = () => {
    if (broken) throw new Error('secret detail');
    return { os: 'unknown', runtime: 'edge', deployment: 'serverless', surface: 'mcp', env: 'test' };
  };
  const { handler, lines } = fetchSmall({ server: SmallServer, platform: { now: () => now, describe } });
  for (const [at, seconds] of [
    [0, '1'],
    [999, '1'],
    [1000, '2'],
    [2999, '2'],
    [3000, '4'],
    [7000, '8'],
  ] as const) {
    now = at;
    const refused = await handler(new Request(base));
    assert.is(refused.status, 503);
    assert.is(refused.headers.get('retry-after'), seconds, `at ${at} ms`);
    const body = (await refused.json()) as Record<string, unknown>;
    assert.equal({ error: body['error'], code: body['code'] }, { error: 'server_unavailable', code: 'SERVER_START_FAILED' });
    assert.not.match(JSON.stringify(body), 'secret detail');
  }
  assert.is(lines.length, 4);
  assert.match(lines[0] ?? '', 'secret detail');
  broken = false;
  now = 15_000;
  assert.is((await handler(add())).status, 200);
});

test.run();
