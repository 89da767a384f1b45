import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../test/support/listen.ts';
import type { JsonSchema } from '../model/index.ts';
import { ClientError, RequestFailure, SignInNeeded } from './errors.ts';
import { HttpConnection, type HttpConnectionOptions } from './http-connection.ts';
import { causeOf } from './http-wire.ts';

type Answer = (response: ServerResponse) => void;
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Context {
  server: Server;
  url: URL;
  /** Answers of the next requests; the last one stays. */
  answers: Answer[];
  received: Received[];
  connect: (options?: Partial<HttpConnectionOptions>) => HttpConnection;
}
const test = suite<Context>('calls of a session');

const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
const result = (value: object): object => ({ jsonrpc: '2.0', id: 1, result: value });
const events =
  (...data: readonly object[]): Answer =>
  (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));

test.before.each(async (context) => {
  const [answers, received]: [Answer[], Received[]] = [[], []];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      (answers.length > 1 ? answers.shift() : answers[0])?.(response);
    });
  });
  const url = new URL(`http://127.0.0.1:${await listen(server)}/mcp`);
  const connect = (options: Partial<HttpConnectionOptions> = {}): HttpConnection =>
    new HttpConnection({ url, token: async () => 'token', schemas: new Map(), signInHint: 'Sign in', ...options });
  Object.assign(context, { answers, connect, received, server, url });
});
test.after.each(({ server }) => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();
const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (failure) {
    if (failure instanceof Error) return failure;
  }
  throw new Error('it succeeded');
};

test('a request carries its token, the revision and what proxies route by; without a token none', async ({
  answers,
  connect,
  received,
}) => {
  answers.push(json(result({ ok: true })));
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      name: { type: 'string' },
      gone: { type: 'string', 'x-mcp-header': 'Gone' },
      odd: { type: 'string', 'x-mcp-header': 'no header\n' },
    },
  };
  const connection = connect({ schemas: new Map([['weather', inputSchema]]) });
  const call = { name: 'weather', arguments: { region: 'Zürich', name: 'x', odd: 'y' } };
  assert.equal(await connection.send('tools/call', call, { signal }), { ok: true });
  await connect({ token: async () => undefined }).send('tools/call', { name: '=?base64?', arguments: { region: 'eu' } }, { signal });
  const [first, second] = received.map(({ headers }) => headers);
  assert.equal(
    ['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-region', 'mcp-param-gone', 'mcp-param-name'].map(
      (name) => first?.[name],
    ),
    ['Bearer token', '2026-07-28', 'tools/call', 'weather', `=?base64?${Buffer.from('Zürich').toString('base64')}?=`, undefined, undefined],
  );
  assert.equal(
    [second?.authorization, second?.['mcp-name'], second?.['mcp-param-region']],
    [undefined, `=?base64?${Buffer.from('=?base64?').toString('base64')}?=`, undefined],
  );
  assert.equal(JSON.parse(received[0]?.body ?? ''), { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
});

test('[MCP26.tasks.header] the id of a task is repeated by tasks/get, update and cancel', async ({ answers, connect, received }) => {
  answers.push(json(result({})));
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    await connect().send(method, { taskId: 'one' }, { signal });
    assert.is(received.at(-1)?.headers['mcp-name'], 'one', method);
  }
});

test('arguments are repeated in headers by the schemas that the server lists, and by nothing else it says', async ({
  answers,
  connect,
  received,
}) => {
  const inputSchema: JsonSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const listed = [
    'text',
    null,
    { inputSchema },
    { name: 1, inputSchema },
    { name: 'known', inputSchema: 'text' },
    { name: 'weather', inputSchema },
  ];
  const connection = connect({ schemas: new Map([['known', inputSchema]]) });
  const headerOf = async (name: string): Promise<unknown> => {
    await connection.send('tools/call', { name, arguments: { region: 'eu' } }, { signal });
    return received.at(-1)?.headers['mcp-param-region'];
  };
  answers.push(json(result({ tools: listed })));
  assert.is(await headerOf('weather'), undefined);
  await connection.send('prompts/list', {}, { signal });
  assert.is(await headerOf('weather'), undefined, 'the answer of another method lists no tools');
  await connection.send('tools/list', {}, { signal });
  assert.is(await headerOf('weather'), 'eu');
  assert.is(await headerOf('known'), 'eu', 'a schema that is none does not replace that of the build');
  answers.splice(0, 9, json(result({ tools: 'none' })));
  assert.equal(await connection.send('tools/list', {}, { signal }), { tools: 'none' });
});

test('the cause of a failed request is reported, by its code where it has no text', () => {
  const coded = (message: string, code: unknown): Error => Object.assign(new Error(message), { code });
  const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });
  const cases: readonly (readonly [unknown, string])[] = [
    [failed(coded('connect ECONNREFUSED', 'ECONNREFUSED')), 'connect ECONNREFUSED'],
    [failed(coded('', 'ECONNREFUSED')), 'ECONNREFUSED'],
    [failed(coded('', 1)), ''],
    [failed(new Error('')), ''],
    [failed('text'), 'fetch failed'],
    [new Error('alone'), 'alone'],
    ['text', 'text'],
  ];
  for (const [failure, told] of cases) assert.is(causeOf(failure), told);
});

test('[cli-program.login] a refused token is renewed once; a second refusal asks for a sign-in', async ({ answers, connect, received }) => {
  const renewals: boolean[] = [];
  const token = async (renew: boolean): Promise<string> => {
    renewals.push(renew);
    return renew ? 'new' : 'old';
  };
  answers.push(json({}, 401), json(result({ ok: true })));
  assert.equal(await connect({ token }).send('tools/list', {}, { signal }), { ok: true });
  assert.equal(
    [renewals, received.map(({ headers }) => headers.authorization)],
    [
      [false, true],
      ['Bearer old', 'Bearer new'],
    ],
  );
  answers.splice(0, 9, json({}, 401));
  const refused = await failureOf(connect({ token }).send('tools/list', {}, { signal }));
  assert.ok(refused instanceof SignInNeeded);
  const ended = await failureOf(connect({ token: async (renew) => (renew ? undefined : 'old') }).send('tools/list', {}, { signal }));
  assert.ok(ended instanceof SignInNeeded);
  assert.is(received.length, 5, 'without a new token nothing is sent again');
});

test('[cli-program.login] the rest of an answer that asks for a new token is not waited for', async ({ answers, connect }) => {
  const left = new Promise((resolve) => {
    answers.push((response) => {
      response.once('close', () => resolve('left'));
      response.writeHead(401).write('an answer without an end');
    });
  });
  answers.push(json(result({ ok: true })));
  assert.equal(await connect({ token: async (renew) => (renew ? 'new' : 'old') }).send('tools/list', {}, { signal }), { ok: true });
  assert.is(await left, 'left');
});

test('a call that the sign-in does not allow is refused, and no token renewed for it', async ({ answers, connect, received }) => {
  answers.push(json({}, 403));
  const refused = await failureOf(connect({ token: async (renew) => (renew ? 'new' : 'old') }).send('tools/list', {}, { signal }));
  assert.match(refused.message, 'refuses this call: the sign-in does not allow it');
  assert.not.ok(refused instanceof SignInNeeded);
  assert.is(received.length, 1);
});

test('[cli-program.login.hostile] a token follows no redirect', async ({ answers, connect, received, url }) => {
  answers.push((response) => void response.writeHead(307, { location: url.href }).end(), json(result({})));
  assert.match((await failureOf(connect().send('tools/list', {}, { signal }))).message, `${url.href} cannot be reached: `);
  assert.is(received.length, 1);
});

test('a stream gives its notifications, then its answer; one without an answer fails', async ({ answers, connect }) => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
  const asked = { jsonrpc: '2.0', id: 7, method: 'ping' };
  answers.push(events(progress, asked, result({ ok: true })));
  const heard: unknown[] = [];
  const onNotification = (...parts: readonly unknown[]): void => void heard.push(parts);
  assert.equal(await connect().send('tools/list', {}, { signal, onNotification }), { ok: true });
  assert.equal(heard, [['notifications/progress', { progress: 1 }]]);
  answers.splice(0, 9, events(progress));
  assert.match((await failureOf(connect().send('tools/list', {}, { signal }))).message, 'ended the stream without an answer');
});

test('answers that are not MCP are named: wrong type, no message, a broken one, none at all', async ({ answers, connect, server, url }) => {
  const cases: readonly (readonly [Answer, string])[] = [
    [json('text'), 'answered with status 200 and no MCP message'],
    [json({ result: {} }), 'answered with status 200 and no MCP message'],
    [json(result({}), 200, { 'content-type': 'text/html' }), 'answered with status 200 and no MCP message'],
    [(response) => void response.writeHead(502, { 'content-type': 'application/json' }).end('{'), 'answered with status 502'],
    [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{');
        setImmediate(() => response.destroy());
      },
      'broke off its answer: ',
    ],
  ];
  for (const [answer, message] of cases) {
    answers.splice(0, 9, answer);
    const failure = await failureOf(connect().send('tools/list', {}, { signal }));
    assert.ok(failure instanceof ClientError);
    assert.match(failure.message, message);
  }
  answers.splice(0, 9, json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'no such tool', data: { a: 1 } } }));
  const failure = await failureOf(connect().send('tools/call', { name: 'x' }, { signal }));
  assert.ok(failure instanceof RequestFailure);
  assert.equal([failure.code, failure.message, failure.data], [-32602, 'no such tool', { a: 1 }]);
  assert.match(failure.hint ?? '', 'Compare name and arguments');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  // A connection that was kept may be noticed to have ended.
  const gone = await failureOf(connect().send('tools/list', {}, { signal }));
  assert.match(gone.message, /(?:cannot be reached|ended the connection before its answer): /);
  assert.ok(gone.message.startsWith(url.href));
});

test('aborting a call rejects with the reason, before its answer and in the middle of it', async ({ answers, connect }) => {
  const before = AbortSignal.abort(new Error('stopped by SIGINT'));
  answers.push(json(result({})));
  assert.is((await failureOf(connect().send('tools/list', {}, { signal: before }))).message, 'stopped by SIGINT');
  const stop = new AbortController();
  answers.splice(0, 9, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    setImmediate(() => stop.abort(new Error('stopped by SIGTERM')));
  });
  assert.is((await failureOf(connect().send('tools/list', {}, { signal: stop.signal }))).message, 'stopped by SIGTERM');
});

test.run();
