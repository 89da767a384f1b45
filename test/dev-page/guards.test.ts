/* Attacks on the servers of the page: every request that a browser or a program of this machine could send. */
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PageEvents } from '../../src/cli/page/page-events.ts';
import { PageServer } from '../../src/cli/page/page-server.ts';
import { listen } from '../support/listen.ts';

interface Scene {
  page: PageServer;
  /** What the page is for. */
  named: string;
  servers: Server[];
  /** Another server of this machine. */
  other: string;
  heard: IncomingHttpHeaders[];
  reached: string[];
  /** Number of the broken answer that is next. */
  turn?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const test = suite<Scene>('guards of the page');

test.before(async (scene) => {
  scene.heard = [];
  scene.reached = [];
  const other = createServer((_request, response) => {
    scene.reached.push('other');
    response.end('secret of another program');
  });
  scene.other = `http://127.0.0.1:${await listen(other)}/`;
  const named = createServer(({ headers, url }, response) => {
    scene.heard.push(headers);
    if (url === '/redirect') return void response.writeHead(302, { location: scene.other }).end();
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1', 'access-control-allow-origin': '*', 'mcp-session-id': 's' })
      .end('<b>hi</b>');
  });
  scene.named = `http://127.0.0.1:${await listen(named)}/mcp`;
  scene.servers = [other, named];
  scene.page = await PageServer.open({ title: 'test', events: new PageEvents(), named: () => scene.named });
});
test.after(({ page, servers }) => {
  page.close();
  for (const server of servers) server.close();
});

const ask = (address: string, headers: IncomingHttpHeaders, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(address, { headers, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.once('error', reject).end();
  });

const at = ({ page }: Scene, path: string): string => new URL(path, page.address).href;
const tokenOf = ({ page }: Scene): string => new URL(page.address).hash.slice(1);
const sandboxOf = async (scene: Scene): Promise<string> => {
  const { text } = await ask(at(scene, '/'), {});
  return /"sandbox":"([^"]+)"/.exec(text)?.[1] ?? '';
};
const forwarded = (scene: Scene, address: string, more: IncomingHttpHeaders = {}): Promise<Answer> =>
  ask(at(scene, '/server'), { 'x-service-page': tokenOf(scene), 'x-service-address': address, ...more }, 'POST');

test('[dev-page.policy] the document allows its own script alone, and no other host', async (scene) => {
  const { headers, status, text } = await ask(at(scene, '/'), {});
  assert.is(status, 200);
  const policy = String(headers['content-security-policy']);
  const sandbox = await sandboxOf(scene);
  assert.match(sandbox, /^http:\/\/localhost:\d+$/);
  assert.equal(policy.replaceAll(/sha256-[\w+/=]{44}/g, 'HASH').split('; '), [
    "default-src 'none'",
    "script-src 'HASH'",
    "style-src 'HASH'",
    "connect-src 'self'",
    'img-src data:',
    `frame-src ${sandbox}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  assert.not.match(text, new RegExp(tokenOf(scene)), 'who asks for the document has not shown that they know the address');
});

test('[dev-page.host] another name that leads here is refused, by the page and by the sandbox', async (scene) => {
  for (const host of [
    'evil.example',
    `evil.example:${new URL(scene.page.address).port}`,
    `localhost:${new URL(scene.page.address).port}`,
  ]) {
    assert.is((await ask(at(scene, '/'), { host })).status, 421, host);
    assert.is((await ask(at(scene, '/events'), { host, 'x-service-page': tokenOf(scene) })).status, 421, host);
  }
  assert.is((await ask(`${await sandboxOf(scene)}/`, { host: 'evil.example' })).status, 421);
});

test('[dev-page.token] nothing but the document is there without the token', async (scene) => {
  for (const path of ['/events', '/costs', '/places', '/server', '/nothing'])
    for (const headers of [
      {},
      { 'x-service-page': '' },
      { 'x-service-page': `${tokenOf(scene)}x` },
      { 'x-service-page': tokenOf(scene).slice(1) },
    ])
      assert.is((await ask(at(scene, path), headers)).status, 401, path);
  assert.is(Buffer.from(tokenOf(scene), 'base64url').length, 32);
  const again = await PageServer.open({ title: 'test', events: new PageEvents(), named: () => undefined });
  assert.is.not(new URL(again.address).hash, new URL(scene.page.address).hash, 'it is new for each run');
  again.close();
});

test('[dev-page.localhost] the sandbox answers on both addresses of its name, and the page has a number for a name', async (scene) => {
  const { port } = new URL(await sandboxOf(scene));
  for (const host of ['127.0.0.1', '[::1]']) {
    const { status, text } = await ask(`http://${host}:${port}/`, { host: `localhost:${port}` });
    assert.equal([status, text.includes('sandbox-proxy-ready')], [200, true], host);
  }
  assert.is(new URL(scene.page.address).hostname, '127.0.0.1');
});

test('[dev-page.origin] pages of other origins are refused, although they know the token', async (scene) => {
  const known = { 'x-service-page': tokenOf(scene), 'x-service-address': scene.named };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: await sandboxOf(scene) },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    assert.is((await ask(at(scene, '/server'), { ...known, ...headers }, 'POST')).status, 403, JSON.stringify(headers));
  const { headers, status } = await ask(
    at(scene, '/server'),
    { origin: 'https://evil.example', 'access-control-request-headers': 'x-service-page' },
    'OPTIONS',
  );
  assert.is(status, 403);
  assert.is(headers['access-control-allow-origin'], undefined);
});

test('[dev-page.named-server] only the server that the page is for is reached', async (scene) => {
  assert.is((await forwarded(scene, scene.named)).text, '<b>hi</b>');
  const { port } = new URL(scene.named);
  for (const address of [
    scene.other,
    `http://localhost:${port}/mcp`,
    `http://127.0.0.1:${port}@${new URL(scene.other).host}/`,
    `https://127.0.0.1:${port}/mcp`,
    'file:///etc/passwd',
    'nothing',
    '',
  ])
    assert.is((await forwarded(scene, address)).status, 403, address);
  const redirected = await forwarded(scene, new URL('/redirect', scene.named).href);
  assert.equal([redirected.status, redirected.headers.location], [302, undefined]);
  assert.equal(scene.reached, []);
});

test('[dev-page.named-server] cookies pass in neither direction, and no answer is a document of this origin', async (scene) => {
  const { headers } = await forwarded(scene, scene.named, {
    cookie: 'theirs=1',
    referer: 'http://a/',
    authorization: 'Bearer t',
    'mcp-method': 'm',
  });
  assert.equal(
    ['set-cookie', 'access-control-allow-origin', 'content-security-policy', 'x-content-type-options', 'mcp-session-id'].map(
      (name) => headers[name],
    ),
    [undefined, undefined, "default-src 'none'; sandbox", 'nosniff', 's'],
  );
  const heard = scene.heard.at(-1) ?? {};
  assert.equal(
    ['cookie', 'referer', 'origin', 'x-service-page', 'x-service-address'].filter((name) => name in heard),
    [],
  );
  assert.equal([heard.authorization, heard['mcp-method']], ['Bearer t', 'm']);
});

test('[dev-page.requests] what is no list of tools or positions is refused, without asking anything of the sources', async () => {
  const asked: object[] = [];
  const page = await PageServer.open({
    title: 'test',
    events: new PageEvents(),
    named: () => undefined,
    placesOf: (request) => {
      asked.push(request);
      return Promise.resolve(request.positions.map(({ line }) => (line === 1 ? 'src/a.ts:1:1' : null)));
    },
  });
  const post = async (path: string, body: string): Promise<readonly [number, string]> => {
    const { hash, origin } = new URL(page.address);
    const answer = await fetch(origin + path, { method: 'POST', body, headers: { 'x-service-page': hash.slice(1) } });
    return [answer.status, await answer.text()];
  };
  const good = { tool: 't', hash: 'a'.repeat(43), positions: [{ line: 1, column: 1 }] };
  const positions = (...lines: readonly unknown[]): object => ({ ...good, positions: lines.map((line) => ({ line, column: 1 })) });
  const bad = [
    '',
    '{',
    'null',
    '[]',
    ...[1e12 + 0.5, 0, -1, 1e300, '1', null, {}, [1]].map((line) => JSON.stringify(positions(line))),
    JSON.stringify({ ...good, positions: [{ line: 1 }] }),
    JSON.stringify({ ...good, positions: { length: 1 } }),
    JSON.stringify({ ...good, hash: `${'a'.repeat(42)}/` }),
    JSON.stringify({ ...good, hash: 5 }),
    JSON.stringify({ ...good, tool: 't'.repeat(1001) }),
    JSON.stringify(positions(...Array.from({ length: 101 }, () => 1))),
  ];
  for (const body of bad) assert.is((await post('/places', body))[0], 400, body.slice(0, 80));
  assert.is((await post('/places', JSON.stringify({ ...good, more: 'x'.repeat(70_000) })))[0], 413);
  assert.equal(asked, []);
  assert.equal(await post('/places', JSON.stringify(positions(1, 1e12))), [200, '{"places":["src/a.ts:1:1",null]}']);
  for (const body of ['{"tools":[]}', '7', '[null]', '["a"]', '[[]]', `[${'{},'.repeat(10_000)}{}]`])
    assert.is((await post('/costs', body))[0], 400, body.slice(0, 80));
  assert.is((await post('/costs', '[{"name":"a"}]'))[0], 200);
  page.close();
});

test('[dev-page.limits] a page that does not read what happens is let go, before it fills the memory', async () => {
  const events = new PageEvents();
  events.line('first');
  const page = await PageServer.open({ title: 'test', events, named: () => undefined });
  const { hash, origin } = new URL(page.address);
  const asked = request(`${origin}/events`, { headers: { 'x-service-page': hash.slice(1) } });
  // Its body is never read.
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  response.on('error', () => undefined);
  const html = 'x'.repeat(10_000_000);
  let told = 0;
  // What the sockets of the machine hold is not in the memory of the program.
  for (; events.isHeard && told < 100; told++) {
    events.tell({ kind: 'widget', tool: 't', html, csp: {} });
    await new Promise((done) => setImmediate(done));
  }
  assert.ok(!events.isHeard && told < 30, `${told}`);
  asked.destroy();
  page.close();
});

test('[dev-page.broken-answers] an answer that is no HTTP is a 502 with the reason, and the program goes on', async (scene) => {
  const line = (status: string, ...headers: readonly string[]): string => [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
  const body = 'content-length: 2';
  const answers = [
    ...['099 Low', '000 None', '000', '1000 Many', '999 High', '600 Six', '-1 Minus', 'abc Text', '101 Switching Protocols'].map((status) =>
      line(status, body),
    ),
    line('200 OK', 'bad header name: 1', body),
    line('200 OK', 'mcp-a: b\u0000c', body),
    line('200 OK', body, 'content-length: 3'),
    line('200 OK', 'content-length: -1'),
    line('200 OK', body, 'transfer-encoding: chunked'),
    line('200 OK', `mcp-long: ${'x'.repeat(100_000)}`, body),
    line('101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket'),
    'SSH-2.0-OpenSSH_9.2\r\n',
    '',
  ];
  const raw = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answers[Number(scene.turn)] ?? ''));
  });
  const named = `http://127.0.0.1:${await listen(raw)}/mcp`;
  const page = await PageServer.open({ title: 'test', events: new PageEvents(), named: () => named });
  for (const [turn, answer] of answers.entries()) {
    scene.turn = turn;
    const { status, text } = await forwarded({ ...scene, page }, named);
    assert.is(status, 502, answer.slice(0, 60));
    assert.match(text, `http://127.0.0.1:${new URL(named).port} `);
  }
  assert.is((await ask(new URL('/', page.address).href, {})).status, 200);
  page.close();
  raw.close();
});

test('[dev-page.framed] the sandbox is for the page alone, under the policy of the widget, and takes no directive of it', async (scene) => {
  const csp = JSON.stringify({ connectDomains: ['https://a.example', 'https://b.example; script-src *', "'unsafe-eval'"] });
  const { headers } = await ask(`${await sandboxOf(scene)}/?csp=${encodeURIComponent(csp)}`, {});
  const policy = String(headers['content-security-policy']).split('; ');
  assert.ok(policy.includes('connect-src https://a.example'), policy.join('; '));
  assert.ok(policy.includes(`frame-ancestors ${new URL(scene.page.address).origin}`));
  assert.is((await ask(`${await sandboxOf(scene)}/?csp={`, {})).status, 400);
});

test.run();
