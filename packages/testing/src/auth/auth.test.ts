import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  AssertionError,
  AuthHeaders,
  ConnectionError,
  createTestUser,
  McpProtocolError,
  MockCimdServer,
  MockOAuthServer,
  ServerStartError,
  TestClientError,
  TestTokenFactory,
  TestUsers,
  TimeoutError,
} from '../index.ts';
import { decodeToken } from './token-factory.ts';

test('[T.59] [T.77] without a secret tokens are signed with a key of the factory', async () => {
  const tokens = new TestTokenFactory({ issuer: 'http://a.test', audience: 'http://a.test/mcp' });
  assert.equal([tokens.getIssuer(), tokens.getAudience()], ['http://a.test', 'http://a.test/mcp']);
  const keys = createLocalJWKSet(await tokens.getJwks());
  const token = await tokens.createToken({ sub: 'ann', scopes: ['a', 'b'], claims: { sub: 'other', team: 't' } });
  const { payload } = await jwtVerify(token, keys, { issuer: 'http://a.test', audience: 'http://a.test/mcp' });
  assert.equal([payload.sub, payload['scope'], payload['team']], ['ann', 'a b', 't']);
  assert.is((payload.exp ?? 0) - (payload.iat ?? 0), 3600);
  const before = Math.floor(Date.now() / 1000);
  const hourAgo = Number(decodeToken(await tokens.createExpiredToken({ sub: 'ann' }))?.['exp']) + 3600;
  assert.ok(hourAgo >= before && hourAgo <= Date.now() / 1000, String(hourAgo));
  const invalid = await tokens.createInvalidToken(TestUsers.readOnly);
  assert.is(
    await jwtVerify(invalid, keys).then(
      () => 'accepted',
      (error: Error) => error.name,
    ),
    'JWSSignatureVerificationFailed',
  );
  assert.equal(createTestUser({ sub: 'bob' }), { sub: 'bob', scopes: [], email: 'bob@example.com', name: 'bob' });
  assert.equal(
    [AuthHeaders.bearer('t'), AuthHeaders.apiKey('k'), AuthHeaders.basic('a', 'b')],
    [{ Authorization: 'Bearer t' }, { 'X-API-Key': 'k' }, { Authorization: 'Basic YTpi' }],
  );
});

test('[T.81] every error is one of this package', () => {
  const errors = [
    new ConnectionError('x', 401),
    new TimeoutError('x'),
    new McpProtocolError('x', 1),
    new ServerStartError('x'),
    new AssertionError('x'),
  ];
  assert.ok(errors.every((error) => error instanceof TestClientError));
  assert.equal(
    errors.map(({ name }) => name),
    ['ConnectionError', 'TimeoutError', 'McpProtocolError', 'ServerStartError', 'AssertionError'],
  );
});

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'http://127.0.0.1/callback';

test('[T.75] a whole sign-in at the mock provider', async () => {
  const provider = new MockOAuthServer(undefined, {
    clientId: 'app',
    clientSecret: 'secret',
    validRedirectUris: ['http://localhost:*/cb'],
    testUser: { sub: 'ann', email: 'ann@a.test', claims: { team: 't' } },
    accessTokenTtlSeconds: 60,
  });
  const { baseUrl, issuer, jwksUrl } = await provider.start();
  try {
    const metadata = (await (await fetch(`${baseUrl}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    assert.equal([metadata['issuer'], metadata['jwks_uri'], metadata['token_endpoint']], [issuer, jwksUrl, `${baseUrl}/oauth/token`]);
    assert.is((await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).status, 200);
    const query = new URLSearchParams({
      client_id: 'app',
      redirect_uri: redirectUri,
      state: '<s>',
      scope: 'openid',
      nonce: 'n-1',
      code_challenge: challenge,
    });
    const authorize = (): Promise<Response> => fetch(`${baseUrl}/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
    assert.is((await authorize()).status, 400);
    const refusal = async (change: Record<string, string>): Promise<unknown> => {
      const changed = new URLSearchParams({ ...Object.fromEntries(query), ...change });
      const response = await fetch(`${baseUrl}/oauth/authorize?${changed.toString()}`, { redirect: 'manual' });
      return ((await response.json()) as Record<string, unknown>)['error'];
    };
    assert.is(await refusal({ redirect_uri: 'http://localhost:5000.evil.test/cb' }), 'invalid_request');
    provider.addValidRedirectUri(redirectUri);
    assert.is(await refusal({ response_type: 'token' }), 'unsupported_response_type');
    const page = await (await authorize()).text();
    assert.ok(page.includes('Sign in as ann') && page.includes('value="&lt;s&gt;"'));
    const submitted = await fetch(`${baseUrl}/oauth/authorize/submit`, { method: 'POST', body: query.toString(), redirect: 'manual' });
    assert.is(submitted.status, 302);
    provider.setAutoApprove(true);
    const back = new URL((await authorize()).headers.get('location') ?? '');
    assert.is(back.searchParams.get('state'), '<s>');
    const exchange = async (form: Record<string, string>): Promise<[number, Record<string, unknown>]> => {
      const response = await fetch(`${baseUrl}/oauth/token`, {
        method: 'POST',
        headers: AuthHeaders.basic('app', 'secret'),
        body: new URLSearchParams(form).toString(),
      });
      return [response.status, (await response.json()) as Record<string, unknown>];
    };
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const [status, answer] = await exchange(form);
    assert.equal([status, answer['expires_in'], answer['scope']], [200, 60, 'openid']);
    assert.equal((await exchange(form))[1]['error'], 'invalid_grant');
    const jwks = (await (await fetch(jwksUrl)).json()) as Parameters<typeof createLocalJWKSet>[0];
    const { payload } = await jwtVerify(String(answer['access_token']), createLocalJWKSet(jwks), { issuer });
    assert.equal([payload.sub, payload['team'], payload['email']], ['ann', 't', 'ann@a.test']);
    const id = await jwtVerify(String(answer['id_token']), createLocalJWKSet(jwks), { issuer, audience: 'app' });
    assert.equal([id.payload['nonce'], id.payload['email'], id.payload['client_id']], ['n-1', 'ann@a.test', undefined]);
    const [refreshed] = await exchange({ grant_type: 'refresh_token', refresh_token: String(answer['refresh_token']) });
    const [again] = await exchange({ grant_type: 'refresh_token', refresh_token: String(answer['refresh_token']) });
    assert.equal([refreshed, again], [200, 400]);
    const info = await fetch(`${baseUrl}/userinfo`, { headers: AuthHeaders.bearer(String(answer['access_token'])) });
    assert.equal(await info.json(), { team: 't', sub: 'ann', email: 'ann@a.test' });
    assert.is((await fetch(`${baseUrl}/userinfo`)).status, 401);
    provider.setTestUser({ sub: 'bob' });
    const anonymous = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: 'grant_type=anonymous&client_id=other' });
    assert.is(anonymous.status, 401);
  } finally {
    await provider.stop();
  }
});

test('[T.76] documents of clients', async () => {
  const cimd = new MockCimdServer();
  const { baseUrl } = await cimd.start();
  try {
    const clientId = cimd.registerClient({ name: 'editor', redirectUris: [redirectUri], metadata: { client_uri: baseUrl } });
    assert.is(clientId, `${baseUrl}/clients/editor`);
    const document = (await (await fetch(clientId)).json()) as Record<string, unknown>;
    assert.equal([document['client_id'], document['redirect_uris'], document['client_uri']], [clientId, [redirectUri], baseUrl]);
    assert.is((await fetch(cimd.registerAnswer('broken', { status: 500 }))).status, 500);
    cimd.clear();
    assert.is((await fetch(clientId)).status, 404);
  } finally {
    await cimd.stop();
  }
});

test.run();
