/* `auth: { mode: public }` on the built bundle. */
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { AccessProject, accessServer, type AccessServer } from '../support/access-project.ts';
import { initializeBody, legacyBody, legacyHeaders, parseMessage, parseWire } from '../support/wire-client.ts';

const JWT_SECRET = '0123456789abcdef0123456789abcdef';
const key = new TextEncoder().encode(JWT_SECRET);
const project = new AccessProject('public');
test.before(async () => {
  await project.build();
});
test.after(() => project.close());

const tokenFor = (server: AccessServer, change: Record<string, unknown> = {}): Promise<string> => {
  const iss = `http://127.0.0.1:${server.port}`;
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: 'ann', iss, aud: `${iss}/mcp`, iat, exp: iat + 600, scope: 'write', roles: ['admin'], ...change };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
};
const subOf = async (server: AccessServer): Promise<string> => String(Reflect.get(Object(await server.whoami()), 'sub'));
const namesOf = (text: string): unknown[] => parseWire(text).result.tools.map((tool): unknown => Reflect.get(tool, 'name'));

test('[public.anonymous] no token is needed; each session is one user, and without a session each request', async () => {
  const server = await project.boot({ JWT_SECRET });
  const first = await subOf(server);
  assert.match(first, /^anon:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.is.not(await subOf(server), first);
  const open = async (): Promise<Record<string, string>> => {
    const begun = await server.send({ path: '/mcp', headers: { ...legacyHeaders }, body: initializeBody() });
    return { ...legacyHeaders, 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  };
  const sub = async (headers: Record<string, string>): Promise<unknown> => {
    const answer = await server.send({ path: '/mcp', headers, body: legacyBody('tools/call', { name: 'whoami', arguments: {} }, 1) });
    return Reflect.get(Object(parseWire(answer.text).result.structuredContent), 'sub');
  };
  const [one, other] = [await open(), await open()];
  assert.is(await sub(one), await sub(one));
  assert.is.not(await sub(one), await sub(other));
  assert.not.ok(String(await sub(one)).includes(String(one['mcp-session-id'])));
});

test('[public.token] a token of this server is used; one that is not good is 401, never anonymous', async () => {
  const server = await project.boot({ JWT_SECRET });
  assert.equal(await server.whoami(await tokenFor(server)), {
    sub: 'ann',
    mode: 'public',
    anonymous: false,
    scopes: ['write'],
    roles: ['admin'],
  });
  const base = await tokenFor(server);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${base.split('.')[1]}.`;
  const other = await new SignJWT({ sub: 'ann' }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
  for (const token of [
    'nonsense',
    none,
    other,
    `${base}x`,
    await tokenFor(server, { exp: 1 }),
    await tokenFor(server, { iss: 'https://other.test' }),
    await tokenFor(server, { aud: 'https://other.test/mcp' }),
    await tokenFor(server, { sub: undefined }),
  ]) {
    const answer = await server.ask('tools/call', { name: 'whoami', arguments: {} }, token);
    assert.is(answer.status, 401, token);
    assert.match(String(answer.headers['www-authenticate']), 'error="invalid_token"');
  }
});

test('[public.access] publicAccess filters lists and calls of anonymous callers, also through other tools', async () => {
  const server = await project.boot({ JWT_SECRET });
  const token = await tokenFor(server);
  assert.equal(namesOf((await server.ask('tools/list', {})).text), ['whoami']);
  assert.equal(namesOf((await server.ask('tools/list', {}, token)).text), ['whoami', 'secret', 'write', 'open']);
  for (const name of ['write', 'open', 'secret']) {
    assert.is(parseWire((await server.ask('tools/call', { name, arguments: {} })).text).error.code, -32003, name);
    assert.is((await server.ask('tools/call', { name, arguments: {} }, token)).status, 200, name);
  }
  assert.is(parseWire((await server.ask('prompts/get', { name: 'hello' })).text).error.code, -32003);
});

test('[public.grant] of /oauth only the anonymous grant is there; its token is good and anonymous', async () => {
  const server = await project.boot({ JWT_SECRET });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await server.send({ path: '/oauth/token', headers: form, body: 'grant_type=anonymous&client_id=test' });
  assert.is(answer.status, 200, answer.text);
  assert.is(answer.headers['cache-control'], 'no-store');
  const { access_token: token, expires_in: seconds } = parseMessage(answer.text);
  assert.is(seconds, 3600);
  const caller = await server.whoami(String(token));
  assert.is(Reflect.get(Object(caller), 'anonymous'), true);
  assert.equal(namesOf((await server.ask('tools/list', {}, String(token))).text), ['whoami']);
  for (const body of ['grant_type=authorization_code&code=a&client_id=b', 'grant_type=refresh_token&refresh_token=a&client_id=b']) {
    assert.is(parseMessage((await server.send({ path: '/oauth/token', headers: form, body })).text)['error'], 'unsupported_grant_type');
  }
  for (const path of [
    '/oauth/authorize',
    '/oauth/register',
    '/oauth/userinfo',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
  ]) {
    assert.is((await server.send({ method: 'GET', path })).status, 404, path);
  }
});

test('[public.worker] the same on a worker', async () => {
  const built = new AccessProject('public');
  const folder = await built.build(workerTarget);
  const worker = await bootWorker({ bundle: `${folder}/index.js`, vars: { JWT_SECRET } });
  const server = accessServer(Number(new URL(worker.origin).port), () => worker.output.text);
  assert.match(await subOf(server), /^anon:/);
  assert.is((await server.ask('tools/list', {}, 'nonsense')).status, 401);
  assert.is(Reflect.get(Object(await server.whoami(await tokenFor(server))), 'sub'), 'ann');
  await worker.stop();
  await built.close();
});

test.run();
