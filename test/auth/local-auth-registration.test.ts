/* Registration of clients on the built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newPkce, oauthErrorOf, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import type { OAuthDriver } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

const json = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text) as Record<string, unknown>;

test('[D1.register] [N12.body] 201 with everything as it was stored', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const before = Math.floor(Date.now() / 1000);
  const plain = await oauth.register({ redirect_uris: [redirectUri], client_uri: 'https://x' });
  assert.is(plain.status, 201);
  assert.is(plain.headers['cache-control'], 'no-store');
  assert.is(plain.headers.pragma, 'no-cache');
  const { client_id: id, client_id_issued_at: issuedAt, ...rest } = json(plain.text);
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.ok(Number(issuedAt) >= before && Number(issuedAt) <= Date.now() / 1000, String(issuedAt));
  const stored = {
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  assert.equal(rest, stored);
  for (const method of ['client_secret_post', 'client_secret_basic']) {
    const answer = await oauth.register({
      redirect_uris: [redirectUri, 'http://localhost/cb', 'http://[::1]:7/cb'],
      client_name: 'Desk',
      scope: 'openid',
      grant_types: ['authorization_code', 'refresh_token', 'implicit'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
    });
    assert.is(answer.status, 201);
    const body = json(answer.text);
    assert.ok(String(body['client_secret']).length >= 43);
    assert.is(body['client_secret_expires_at'], 0);
    assert.is(body['token_endpoint_auth_method'], method);
    assert.equal(body['grant_types'], ['authorization_code', 'refresh_token']);
    assert.is(body['client_name'], 'Desk');
    const { tokens } = await secretSignIn(oauth, String(body['client_id']), String(body['client_secret']));
    assert.is(tokens.token_type, 'Bearer');
  }
  await server.stop();
});

async function secretSignIn(oauth: OAuthDriver, clientId: string, secret: string) {
  const pkce = newPkce();
  const code = await oauth.code(clientId, pkce);
  assert.is((await oauth.exchange({ clientId, code, pkce })).status, 401);
  return { tokens: tokensOf(await oauth.exchange({ clientId, code, pkce }, { client_secret: secret })) };
}

test('[D1.register.errors] [R1.verbatim] every refusal has the status, the code and the fixed text', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const refused: readonly (readonly [unknown, number, string, string])[] = [
    [{ redirect_uris: ['https://app.example/cb'] }, 400, 'invalid_redirect_uri', 'https://app.example/cb'],
    [{ redirect_uris: ['http://localhost.evil.com/cb'] }, 400, 'invalid_redirect_uri', 'localhost.evil.com'],
    [{ redirect_uris: ['http://127.0.0.1.nip.io/cb'] }, 400, 'invalid_redirect_uri', 'nip.io'],
    [{ redirect_uris: [redirectUri, 'javascript:alert(1)'] }, 400, 'invalid_redirect_uri', 'javascript'],
    [{ redirect_uris: ['http://127.0.0.1/#f'] }, 400, 'invalid_redirect_uri', 'fragment'],
    [{ redirect_uris: ['http://u:p@127.0.0.1/'] }, 400, 'invalid_redirect_uri', 'user'],
    [{ redirect_uris: ['http://127.0.0.1/a b'] }, 400, 'invalid_redirect_uri', 'characters'],
    [{ redirect_uris: ['http://127.0.0.1/cb*'] }, 400, 'invalid_redirect_uri', 'wildcard'],
    [{ redirect_uris: ['http://localhost:*/cb'] }, 400, 'invalid_redirect_uri', 'localhost'],
    [{ redirect_uris: ['http://127.0.0.1\\@evil.com/'] }, 400, 'invalid_redirect_uri', 'characters'],
    [{ redirect_uris: [`http://127.0.0.1/${'a'.repeat(2100)}`] }, 400, 'invalid_redirect_uri', 'longer'],
    [{ redirect_uris: Array.from({ length: 21 }, () => redirectUri) }, 400, 'invalid_client_metadata', '20'],
    [{ redirect_uris: [redirectUri], token_endpoint_auth_method: 'private_key_jwt' }, 400, 'invalid_client_metadata', 'private_key_jwt'],
    [
      { redirect_uris: [redirectUri], response_types: ['token'] },
      400,
      'invalid_client_metadata',
      'Only response_types=["code"] is supported.',
    ],
    [
      { redirect_uris: [redirectUri], grant_types: ['implicit'] },
      400,
      'invalid_client_metadata',
      'grant_types must include "authorization_code".',
    ],
    [{ redirect_uris: [redirectUri], client_name: 'a'.repeat(257) }, 400, 'invalid_client_metadata', 'client_name'],
    [[1], 400, 'invalid_client_metadata', 'object'],
    ['{', 400, 'invalid_client_metadata', 'JSON'],
  ];
  for (const [metadata, status, error, text] of refused) {
    const answer = await oauth.register(metadata);
    assert.is(answer.status, status, answer.text);
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is(oauthErrorOf(answer).error, error, answer.text);
    assert.match(oauthErrorOf(answer).error_description, text);
  }
  for (const metadata of [
    {},
    { redirect_uris: [] },
    { redirect_uris: 'http://x' },
    { redirect_uris: [redirectUri], token_endpoint_auth_method: 'magic' },
  ]) {
    const answer = await oauth.register(metadata);
    assert.is(answer.status, 500);
    assert.is(json(answer.text)['error'], 'server_misconfigured');
    assert.is(json(answer.text)['code'], 'CONFIG_INVALID');
    assert.is(answer.headers['cache-control'], 'no-store');
  }
  const wrongType = await oauth.post('/oauth/register', { redirect_uris: redirectUri });
  assert.is(wrongType.status, 400);
  assert.is((await oauth.get('/oauth/register')).status, 405);
  await server.stop();
});

test('[D1.dcr.enabled] registration is off by option and in production, and metadata says so', async () => {
  for (const given of [{ options: { auth: { dcr: { enabled: false } } } }, { variables: { NODE_ENV: 'production' } }]) {
    const server = await project.boot(given);
    const answer = await server.oauth.register();
    assert.is(answer.status, 404);
    assert.equal(json(answer.text), { error: 'access_denied', error_description: 'Dynamic Client Registration is disabled.' });
    assert.is(json((await server.oauth.get('/.well-known/oauth-authorization-server')).text)['registration_endpoint'], undefined);
    await server.stop();
  }
  const on = await project.boot({ options: { auth: { dcr: { enabled: true } } }, variables: { NODE_ENV: 'production' } });
  assert.is((await on.oauth.register()).status, 201);
  await on.stop();
});

test('[D1.dcr.allowedRedirectUris] an allowlist replaces the loopback rule, and * stays within its part', async () => {
  const server = await project.boot({
    options: {
      auth: { dcr: { allowedRedirectUris: ['http://localhost:*/callback', 'https://*.app.example/cb', 'https://exact.example/x?y=1'] } },
    },
  });
  const status = async (uri: string): Promise<number> => (await server.oauth.register({ redirect_uris: [uri] })).status;
  for (const uri of ['http://localhost:3000/callback', 'https://a.app.example/cb', 'https://exact.example/x?y=1'])
    assert.is(await status(uri), 201, uri);
  for (const uri of [
    redirectUri,
    'http://localhost:80.evil.com/callback',
    'http://localhost:1@evil.com/callback',
    'http://localhost:1/x/callback',
    'http://localhost:1/callback?x',
    'http://localhost:1/callback/',
    'https://a.b.app.example/cb',
    'https://app.example/cb',
    'https://evil.com/.app.example/cb',
    'https://a.app.example/..',
    'https://exact.example/x?y=12',
  ])
    assert.is(await status(uri), 400, uri);
  await server.stop();
});

test('[D1.dcr.initialAccessToken] [D1.dcr.allowedClientIds] [D1.dcr.maxDynamicClients] registration can be gated, refused and full', async () => {
  const gated = await project.boot({ options: { auth: { dcr: { initialAccessToken: 'first-token' } } } });
  for (const authorization of ['', 'Bearer wrong', 'Basic first-token']) {
    const answer = await gated.oauth.register(undefined, { authorization });
    assert.is(answer.status, 401);
    assert.is(oauthErrorOf(answer).error, 'invalid_token');
    assert.is(answer.headers['www-authenticate'], 'Bearer');
  }
  assert.is((await gated.oauth.register(undefined, { authorization: 'Bearer first-token' })).status, 201);
  await gated.stop();
  const listed = await project.boot({ options: { auth: { dcr: { allowedClientIds: ['x'] } } } });
  assert.is((await listed.oauth.register()).status, 403);
  await listed.stop();
  for (const most of [0, 5]) {
    const full = await project.boot({ options: { auth: { dcr: { maxDynamicClients: most } } } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => full.oauth.register()));
    assert.is(answers.filter(({ status }) => status === 201).length, most);
    const refused = answers.filter(({ status }) => status === 503);
    assert.is(refused.length, 20 - most);
    for (const answer of refused)
      assert.equal(json(answer.text), {
        error: 'temporarily_unavailable',
        error_description: 'Client registration capacity reached; please try again later.',
      });
    await full.stop();
  }
});

test('[D1.dcr.clients] a client of the options signs in without registering, at its addresses only', async () => {
  const clients = [{ clientId: 'desk', redirectUris: [redirectUri, 'https://desk.example/cb'] }];
  const server = await project.boot({ options: { auth: { dcr: { enabled: false, clients } } } });
  assert.is((await server.oauth.signIn({ clientId: 'desk' })).tokens.token_type, 'Bearer');
  assert.is((await server.oauth.open('desk', newPkce(), { redirect_uri: 'https://desk.example/cb' })).answer.status, 200);
  assert.is((await server.oauth.open('desk', newPkce(), { redirect_uri: 'http://127.0.0.1:1/' })).answer.status, 400);
  await server.stop();
  const twice = await project.start({ options: { auth: { dcr: { clients: [clients[0], clients[0]] } } } });
  assert.is(twice.code, 1);
  assert.match(twice.stderr, 'is there twice');
  const bad = await project.start({ options: { auth: { dcr: { clients: [{ clientId: 'x', redirectUris: ['ftp://x'] }] } } } });
  assert.match(bad.stderr, 'http or https');
});

test.run();
