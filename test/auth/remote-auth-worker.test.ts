/* `auth: { mode: remote }` as a worker, on workerd itself: the provider is asked by the platform's fetch. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { accessServer, AccessProject } from '../support/access-project.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { newPkce, OAuthDriver, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import { parseMessage, parseWire } from '../support/wire-client.ts';

// How variables of a worker come to be there while its modules load.
const flags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];
const vars = { JWT_SECRET: '0123456789abcdef0123456789abcdef', PROVIDER_SECRET: 'of the provider', NODE_ENV: 'development' };

test('[remote.worker] sign-in at the provider, own tokens, and the tokens of the provider renewed, on workerd', async () => {
  const provider = await TestProvider.start();
  const project = new AccessProject('remote', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  const worker = await bootWorker({ bundle: join(await project.build(workerTarget), 'index.js'), vars, flags });
  assert.not.match(project.code, 'node:');
  const port = Number(new URL(worker.origin).port);
  const server = accessServer(port, () => worker.output.text);
  const host = { host: `localhost:${port}` };
  const oauth = new OAuthDriver((request) => server.send({ ...request, headers: { ...host, ...request.headers } }), worker.origin);
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  const page = await oauth.open(clientId, pkce, { scope: 'openid write' });
  assert.is(page.answer.status, 302, page.answer.text);
  const out = new URL(String(page.answer.headers.location));
  assert.is(`${out.origin}${out.pathname}`, `${provider.issuer}/authorize`);

  provider.answers.set('/userinfo', { sub: 'p-7', email: 'ann@example.test', name: 'Ann' });
  provider.exchange = async () => ({
    access_token: 'provider-access-token',
    refresh_token: 'provider-refresh-token',
    expires_in: 5,
    id_token: await provider.sign({ sub: 'p-7', aud: 'service client', nonce: out.searchParams.get('nonce') }),
  });
  const back = `/oauth/provider/idp/callback?code=provider-code&state=${out.searchParams.get('state')}`;
  assert.is((await oauth.get(back, { cookie: 'service_signin_x=y' })).status, 400, 'another browser');
  const returned = await oauth.get(back, { cookie: page.cookie });
  assert.is(returned.status, 302, returned.text);
  const location = new URL(String(returned.headers.location));
  assert.ok(location.href.startsWith(redirectUri));
  assert.is(location.searchParams.get('iss'), worker.origin);
  const { access_token: token } = tokensOf(await oauth.exchange({ clientId, code: String(location.searchParams.get('code')), pkce }));
  const who = await server.ask('tools/call', { name: 'whoami', arguments: {} }, { ...host, authorization: `Bearer ${token}` });
  assert.is(Reflect.get(Object(parseWire(who.text).result.structuredContent), 'sub'), 'p-7');
  const info = parseMessage((await oauth.get('/oauth/userinfo', { authorization: `Bearer ${token}` })).text);
  assert.equal(info, { sub: 'p-7', email: 'ann@example.test', name: 'Ann' });

  provider.exchange = () => ({ access_token: 'renewed-token', expires_in: 3600 });
  const upstream = await server.ask('tools/call', { name: 'upstream', arguments: {} }, { ...host, authorization: `Bearer ${token}` });
  assert.equal(parseWire(upstream.text).result.structuredContent, { token: 'renewed-token', providers: ['idp'] });
  for (const refused of ['provider-access-token', await provider.sign()])
    assert.is((await server.ask('tools/list', {}, { ...host, authorization: `Bearer ${refused}` })).status, 401);
  for (const secret of ['provider-access-token', 'provider-refresh-token', 'renewed-token', 'of the provider', 'provider-code'])
    assert.not.match(server.log(), secret);
  await worker.stop();
  await project.close();
  await provider.stop();
});

test.run();
