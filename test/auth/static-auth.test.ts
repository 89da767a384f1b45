/* `auth: { mode: static }` on the built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { AccessProject, accessServer, type AccessServer } from '../support/access-project.ts';
import { openPair } from '../support/pair-client.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire, sendRaw } from '../support/wire-client.ts';

const adminKey = 'admin-key-0123456789';
const guestKey = 'guest-key-0123456789';
const KEYS = JSON.stringify([
  { token: adminKey, sub: 'root', scopes: ['write'], claims: { roles: ['admin'], name: 'Root' } },
  { token: guestKey, sub: 'guest', claims: { roles: ['guest'] } },
  'plain-key-0123456789',
]);

const project = new AccessProject('static');
test.before(async () => {
  await project.build();
});
test.after(() => project.close());

async function behave(server: AccessServer): Promise<void> {
  const refused = await server.ask('tools/list', {});
  assert.is(refused.status, 401);
  assert.is(refused.headers['www-authenticate'], 'Bearer realm="mcp"');
  const wrong = await server.ask('tools/list', {}, 'admin-key-012345678X');
  assert.is(wrong.status, 401);
  assert.match(String(wrong.headers['www-authenticate']), 'realm="mcp", error="invalid_token"');
  assert.equal(await server.whoami(adminKey), { sub: 'root', mode: 'static', anonymous: false, scopes: ['write'], roles: ['admin'] });
  assert.equal(await server.whoami('plain-key-0123456789'), {
    sub: 'api-key-3',
    mode: 'static',
    anonymous: false,
    scopes: [],
    roles: [],
  });
  assert.is(parseWire((await server.ask('tools/call', { name: 'secret', arguments: {} }, guestKey)).text).error.code, -32003);
}

const limit = 4 * 1024 * 1024;

/** Credentials come before the body: who has none learns nothing of its limit. */
async function refuseInOrder(server: AccessServer): Promise<void> {
  const { body, headers } = modernRequest('tools/call', { name: 'whoami', arguments: { value: 'x'.repeat(limit) } });
  const post = (more: Record<string, string>) =>
    fetch(`http://127.0.0.1:${server.port}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body });
  const stranger = await post({});
  assert.equal([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer realm="mcp"']);
  const known = await post({ authorization: `Bearer ${adminKey}` });
  assert.is(known.status, 413);
  const error = { code: -32600, message: 'Payload Too Large', data: { limit, length: body.length } };
  assert.equal(await known.json(), { jsonrpc: '2.0', id: null, error });
}

test('[R7.credentials-first] a body over the limit without credentials is 401, and 413 with them; neither waits for the body', async () => {
  const server = await project.boot({ KEYS });
  await refuseInOrder(server);
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';
  // Not a byte of what is announced is sent.
  assert.match(await sendRaw(server.port, `${head}Content-Length: ${limit + 1}\r\n\r\n`), /^HTTP\/1\.1 401 /);
  // A connection that ends with its answer ends after the body: closed before, it is reset, and the client never reads the answer.
  const { headers } = modernRequest('tools/list');
  for (let time = 0; time < 5; time++) {
    const refused = await server.send({ path: '/mcp', headers: { ...headers, connection: 'close' }, body: 'x'.repeat(4 * limit) });
    assert.is(refused.status, 401);
  }
});

test('[static.keys] a key names its caller; without one 401 with Bearer realm="mcp"', async () => {
  const server = await project.boot({ KEYS });
  await behave(server);
  assert.is((await server.send({ method: 'GET', path: '/me' })).status, 401);
  assert.equal(parseWire((await server.send({ method: 'GET', path: '/me', headers: { authorization: `bearer ${guestKey}` } })).text), {
    sub: 'guest',
  });
});

test('[static.keys] on a worker as well', async () => {
  const built = new AccessProject('static');
  const folder = await built.build(workerTarget);
  const worker = await bootWorker({ bundle: `${folder}/index.js`, vars: { KEYS } });
  const server = accessServer(Number(new URL(worker.origin).port), () => worker.output.text);
  await behave(server);
  await worker.stop();
  await built.close();
});

test('[static.walk] no route of the endpoint opens without a key, and no /oauth route exists', async () => {
  const server = await project.boot({ KEYS });
  const doors: readonly (readonly [method: string, path: string, status: number])[] = [
    ['POST', '/mcp', 401],
    ['GET', '/mcp', 401],
    ['DELETE', '/mcp', 401],
    ['GET', '/mcp/sse', 401],
    ['POST', '/mcp/message?sessionId=x', 401],
    ['GET', '/me', 401],
    ['HEAD', '/me', 401],
    ['GET', '/open', 200],
    ['GET', '/healthz', 200],
    ['POST', '/oauth/token', 404],
    ['GET', '/oauth/authorize', 404],
    ['GET', '/.well-known/oauth-protected-resource', 404],
  ];
  for (const [method, path, status] of doors) {
    const answer = await server.send({
      method,
      path,
      headers: { ...legacyHeaders },
      ...(method === 'POST' ? { body: initializeBody() } : {}),
    });
    assert.is(answer.status, status, `${method} ${path}`);
  }
  for (const path of [`/mcp?access_token=${adminKey}`, `/mcp?token=${adminKey}`]) {
    assert.is((await server.send({ path, headers: { ...legacyHeaders }, body: initializeBody() })).status, 401, path);
  }
});

test('[static.spellings] a header that is not exactly a bearer token is refused', async () => {
  const server = await project.boot({ KEYS });
  for (const authorization of [
    adminKey,
    `Basic ${Buffer.from(`x:${adminKey}`).toString('base64')}`,
    `Bearer ${adminKey} ${guestKey}`,
    `Bearer  `,
    `Bearer ${adminKey},${guestKey}`,
    `Bearer "${adminKey}"`,
    `Bearer ${adminKey.toUpperCase()}`,
    `Bearer ${adminKey}%20`,
    `Bearer ${'a'.repeat(9000)}`,
    `Bearer ${KEYS}`,
  ]) {
    const answer = await server.ask('tools/list', {}, { authorization });
    assert.is(answer.status, 401, authorization.slice(0, 60));
    assert.not.match(answer.text + JSON.stringify(answer.headers), 'admin-key');
  }
  assert.not.match(server.log(), 'key-0123456789');
});

test('[static.start] without a key, or with a bad list of keys, the server does not start, and no key is repeated', async () => {
  for (const [env, problem] of [
    [{}, 'there is no key'],
    [{ KEYS: ' , ' }, 'there is no key'],
    [{ KEYS: '[{"token":"hidden-key"}]' }, 'KEYS: expected keys separated by commas'],
    [{ KEYS: '[{"token":"hidden-key","sub":"a","role":"x"}]' }, 'KEYS: expected keys separated by commas'],
    [{ KEYS: '[hidden-key' }, 'KEYS: expected keys separated by commas'],
    [{ KEYS: 'hidden key' }, 'key 1 holds characters'],
    [{ KEYS: 'hidden-key,hidden-key' }, 'key 2 is there twice'],
  ] as const) {
    const { code, stderr } = await project.start(env);
    assert.is(code, 1);
    assert.match(stderr, problem);
    assert.not.match(stderr, 'hidden-key');
  }
});

test('[static.bundle] a server with keys holds no OAuth', () => {
  for (const text of ['/oauth/token', 'jwtVerify', 'authorization_servers']) assert.not.ok(project.code.includes(text), text);
});

test('[static.pair-sender] a message to an open stream has the rights of its sender, and others cannot post there', async () => {
  const lesser = 'lesser-key-0123456789';
  const entries = [...(JSON.parse(KEYS) as unknown[]), { token: lesser, sub: 'root', claims: { roles: ['guest'] } }];
  const server = await project.boot({ KEYS: JSON.stringify(entries) });
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const secret = legacyBody('tools/call', { name: 'secret', arguments: {} }, 2);
  const envelope = JSON.stringify({ ...JSON.parse(modernRequest('tools/call', { name: 'secret', arguments: {} }).body), id: 3 });
  for (const [opener, sender, opens] of [
    [adminKey, lesser, false],
    [lesser, adminKey, true],
  ] as const) {
    const pair = await openPair(server.port, '/mcp', bearer(opener));
    await pair.post(initializeBody('2025-03-26'));
    await pair.next();
    for (const body of [secret, `[${secret}]`, envelope]) {
      assert.is((await pair.post(body, bearer(sender))).status, 202);
      const answer = await pair.next();
      assert.is(JSON.stringify(answer).includes('served'), opens, JSON.stringify(answer));
    }
    assert.is((await pair.post(secret, bearer(guestKey))).status, 404, 'another user');
    assert.is((await pair.post(secret, {})).status, 401);
    pair.close();
  }
});

test('[static.stdio] over stdio there is no key, and a guarded entry is closed', async () => {
  const stdio = project.stdio({ KEYS });
  await stdio.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } });
  const answer = await stdio.request('tools/call', { name: 'secret', arguments: {} });
  assert.is(Reflect.get(Object(answer['error']), 'code'), -32003);
  await stdio.close();
});

test.run();
