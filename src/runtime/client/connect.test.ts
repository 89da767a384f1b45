import { createServer, type Server, type ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../test/support/listen.ts';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { revision20251125 } from '../mcp/revisions/2025-11-25.ts';
import { revision20260728 } from '../mcp/revisions/2026-07-28.ts';
import {
  ClientError,
  connect,
  ConnectionFailure,
  InvalidClientOption,
  NotMcpAnswer,
  RequestFailure,
  RevisionRefused,
  SignInNeeded,
  TimeLimitReached,
  type ConnectOptions,
} from './index.ts';

const test = suite<{ served: Served; url: string }>('a public client');

test.before(async (context) => {
  context.served = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  context.url = `http://127.0.0.1:${context.served.port}/mcp`;
});
test.after(async ({ served }) => {
  await served.run.stop(0);
});

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (failure) {
    if (failure instanceof Error) return failure;
  }
  throw new Error('it succeeded');
}

/** A server that answers everything alike. */
async function answering(answer: (response: ServerResponse) => void): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => void request.resume().on('end', () => answer(response)));
  return { server, url: `http://127.0.0.1:${await listen(server)}/mcp` };
}

function end(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const ways: readonly (readonly [name: string, revision: string, options: ConnectOptions, path: string])[] = [
  ['without sessions', revision20260728.version, { era: 'stateless' }, ''],
  ['with a session', revision20251125.version, { era: 'session' }, ''],
  ['over the pair', revision20251125.version, { transport: 'pair' }, '/sse'],
];

for (const [name, revision, options, path] of ways)
  test(`[client.eras] [client.transports] [client.questions] ${name}: facts, lists, calls, resources, prompts, a question, an error`, async ({
    url,
  }) => {
    const asked: unknown[] = [];
    const client = await connect(`${url}${path}`, {
      ...options,
      onElicit: ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    try {
      const { server } = client;
      assert.equal([server?.name, server?.version, server?.instructions], ['small', '1.2.3', 'Be kind.']);
      if (path === '') assert.is(server?.revision, revision);
      assert.ok((await client.listTools()).some((tool) => tool['name'] === 'add'));
      assert.match(JSON.stringify(await client.callTool('add', { a: 1, b: 2 })), 'sum');
      assert.is((await client.listResources()).length, 1);
      assert.match(JSON.stringify(await client.readResource('test://about')), 'about this server');
      assert.is((await client.listPrompts()).length, 1);
      assert.match(JSON.stringify(await client.getPrompt('greet', { who: 'Ada' })), 'hello Ada');
      if (path === '') {
        assert.match(JSON.stringify(await client.callTool('ask')), 'hello Ada');
        assert.equal(asked, ['Your name?']);
      }
      const failure = await failureOf(client.request('no/such'));
      assert.ok(failure instanceof RequestFailure);
      assert.is(failure.code, -32_601);
    } finally {
      await client.close();
    }
  });

test('[client.eras] without an era the server decides: 2026-07-28 where it has it, else a session', async ({ url }) => {
  const modern = await connect(url);
  assert.is(modern.server.revision, '2026-07-28');
  await modern.close();
  const old = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' }, { revisions: [revision20251125] });
  const oldUrl = `http://127.0.0.1:${old.port}/mcp`;
  try {
    const session = await connect(oldUrl);
    assert.is(session.server.revision, '2025-11-25');
    assert.match(JSON.stringify(await session.callTool('add', { a: 1, b: 2 })), 'sum');
    await session.close();
    const refused = await failureOf(connect(oldUrl, { era: 'stateless' }));
    assert.ok(refused instanceof RevisionRefused, refused.message);
    assert.match(refused.message, 'The server does not speak this era of MCP: ');
  } finally {
    await old.run.stop(0);
  }
});

test('[client.eras] a server that refuses a session, or opens one of a revision that nobody knows', async () => {
  const json = (value: object) => (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: 0, ...value }));
  const answers = [
    [{ error: { code: -32_022, message: 'unknown revision' } }, 'The server does not speak this era of MCP: unknown revision'],
    [{ result: { protocolVersion: '2099-01-01' } }, 'The server speaks MCP "2099-01-01", this client 2025-11-25, '],
  ] as const;
  for (const [answer, message] of answers) {
    const { server, url } = await answering(json(answer));
    const refused = await failureOf(connect(url, { era: 'session' }));
    assert.ok(refused instanceof RevisionRefused, `${refused.name}: ${refused.message}`);
    assert.match(refused.message, message);
    end(server);
  }
});

for (const [name, , options, path] of ways)
  test(`[client.notifications] ${name}: what a call says before its answer is heard`, async ({ url }) => {
    const heard: string[] = [];
    const client = await connect(`${url}${path}`, { ...options, onNotification: (method) => void heard.push(method) });
    await client.request('tools/call', { name: 'count', arguments: {}, _meta: { progressToken: 1 } });
    await client.close();
    assert.ok(heard.includes('notifications/message'), heard.join());
  });

for (const [name, , options] of ways.slice(0, 2))
  test(`[client.notifications] ${name}: listening begins with its acknowledgement and ends with its signal`, async ({ url }) => {
    const client = await connect(url, options);
    const stop = new AbortController();
    const heard: string[] = [];
    const failure = await failureOf(
      client.listen(
        { toolsListChanged: true },
        (method) => {
          heard.push(method);
          stop.abort(new Error('heard enough'));
        },
        stop.signal,
      ),
    );
    assert.equal([failure.message, heard], ['heard enough', ['notifications/subscriptions/acknowledged']]);
    await client.close();
  });

test('[client.bad-input] an address that is none, and one with a password, are refused and not shown', async () => {
  for (const address of ['', 'example.com/mcp?key=hidden', 'ftp://example.com/hidden', 'https://hidden:hidden@example.com/mcp']) {
    const failure = await failureOf(connect(address));
    assert.ok(failure instanceof InvalidClientOption, address);
    assert.not.match(`${failure.message}${failure.hint}`, 'hidden');
  }
  for (const timeoutMs of [0, -1, Number.NaN, 2 ** 31])
    assert.ok((await failureOf(connect('http://127.0.0.1:1/mcp', { timeoutMs }))) instanceof InvalidClientOption);
});

test('[client.bad-input] [client.secrets] nothing that listens: the address without its query, and what to do', async () => {
  const { server, url } = await answering(() => undefined);
  end(server);
  const failure = await failureOf(connect(`${url}?key=hidden`, { token: 'hidden-token', headers: { 'x-key': 'hidden' } }));
  assert.ok(failure instanceof ConnectionFailure);
  assert.match(failure.message, `${url} cannot be reached: `);
  assert.is(failure.hint, 'Check the address, and that the server is running');
  assert.not.match(`${failure.message}${failure.stack}${JSON.stringify(failure)}`, 'hidden');
});

test('[client.bad-input] a page, another API and a missing path are no MCP endpoint', async ({ url }) => {
  const cases: readonly (readonly [answer: (response: ServerResponse) => void, status: number])[] = [
    [(response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hidden</h1>'), 200],
    [(response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'), 200],
    [(response) => void response.writeHead(404).end(), 404],
  ];
  for (const [answer, status] of cases) {
    const { server, url: other } = await answering(answer);
    for (const options of [{}, { transport: 'pair' }] as const) {
      const failure = await failureOf(connect(other, options));
      assert.ok(failure instanceof NotMcpAnswer, `${failure.name}: ${failure.message}`);
      assert.is(failure.message, `${other} answered with status ${status} and no MCP message`);
      assert.is(failure.hint, 'Check that the address is that of the MCP endpoint, path included');
    }
    end(server);
  }
  const missing = await failureOf(connect(url.replace('/mcp', '/other')));
  assert.ok(missing instanceof NotMcpAnswer);
});

test('[client.bad-input] a server that closes in the middle of its answer, or ends its stream without one', async () => {
  const head = { 'content-type': 'application/json', 'content-length': '100' };
  const broken = await answering((response) => {
    response.writeHead(200, head).write('{');
    setImmediate(() => response.destroy());
  });
  const failure = await failureOf(connect(broken.url));
  assert.ok(failure instanceof ConnectionFailure);
  assert.match(failure.message, `${broken.url} broke off its answer: `);
  end(broken.server);
  const ended = await answering((response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end());
  for (const [options, text] of [
    [{}, 'The server ended the stream without an answer'],
    [{ transport: 'pair' }, `${ended.url} ended its stream`],
  ] as const) {
    const early = await failureOf(connect(ended.url, options));
    assert.ok(early instanceof ConnectionFailure);
    assert.is(early.message, text);
  }
  end(ended.server);
});

test('[client.bad-input] the pair follows no endpoint of another server', async () => {
  const { server, url } = await answering(
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: http://127.0.0.2:1/x?key=hidden\n\n'),
  );
  const failure = await failureOf(connect(url, { transport: 'pair' }));
  assert.ok(failure instanceof NotMcpAnswer);
  assert.is(failure.message, `${url} names an endpoint of another server, http://127.0.0.2:1/x`);
  end(server);
});

test('[client.bad-input] a connection that is lost in the middle of a call is told apart from none', async () => {
  const cutting = await answering((response) => void response.destroy());
  const failure = await failureOf(connect(cutting.url));
  assert.ok(failure instanceof ConnectionFailure, failure.name);
  assert.match(failure.message, `${cutting.url} ended the connection before its answer: `);
  assert.match(failure.hint ?? '', 'may have been done');
  end(cutting.server);
});

test('[client.bad-input] an answer that takes longer than the limit', async () => {
  const silent = await answering(() => undefined);
  for (const options of [{}, { era: 'session' }, { transport: 'pair' }] as const) {
    const failure = await failureOf(connect(silent.url, { ...options, timeoutMs: 20 }));
    assert.ok(failure instanceof TimeLimitReached, `${failure.name}: ${failure.message}`);
    assert.match(failure.message, 'no answer within 20 ms');
    assert.match(failure.hint ?? '', 'more time with `timeoutMs`');
  }
  end(silent.server);
});

for (const [name, , options, path] of ways)
  test(`[client.bad-input] ${name}: an aborted call rejects with the reason, and the server hears of it`, async ({ url }) => {
    const client = await connect(`${url}${path}`, options);
    const stop = new AbortController();
    const aborted = new Promise<void>((resolve) => (gates.aborted = resolve));
    gates.started = () => stop.abort(new Error('enough'));
    assert.is((await failureOf(client.callTool('wait', {}, { signal: stop.signal }))).message, 'enough');
    await aborted;
    gates.started = gates.aborted = (): void => undefined;
    const own = AbortSignal.abort(new Error('before'));
    assert.is((await failureOf(client.callTool('add', {}, { signal: own }))).message, 'before');
    await client.close();
  });

test('[client.bad-input] [client.secrets] a token that is refused, and one that cannot be sent', async () => {
  const { server, url } = await answering((response) => void response.writeHead(401).end());
  const failure = await failureOf(connect(`${url}?key=hidden`, { token: 'hidden' }));
  assert.ok(failure instanceof SignInNeeded);
  assert.equal([failure.message, failure.hint], [`${url} asks for a sign-in`, 'Give a `token` of this server']);
  end(server);
  const unsendable: readonly ConnectOptions[] = [
    { token: 'hid\nden' },
    { token: '' },
    { headers: { 'x-key': 'hid\nden' } },
    { headers: { 'x key': 'hid' } },
  ];
  for (const options of unsendable) {
    const unsent = await failureOf(connect(url, options));
    assert.ok(unsent instanceof InvalidClientOption);
    assert.not.match(`${unsent.message}${unsent.stack}`, 'hid\nden');
  }
});

test('[client.secrets] a renewed token is asked for once', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    request.resume().on('end', () => response.writeHead(401).end());
  });
  const url = `http://127.0.0.1:${await listen(server)}/mcp`;
  const failure = await failureOf(connect(url, { token: async (renew) => (renew ? 'new' : 'old') }));
  assert.ok(failure instanceof ClientError);
  assert.equal(seen, ['Bearer old', 'Bearer new']);
  end(server);
});

test.run();
