/* The token endpoint on the built bundle: codes, refresh families, client secrets, and what an access token opens. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SignJWT } from 'jose';
import { claimsOf, newPkce, oauthErrorOf, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import type { Fields } from '../support/oauth-driver.ts';
import { SignInProject, testSecret } from '../support/sign-in-project.ts';
import type { WireAnswer } from '../support/wire-client.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

function assertRefused(answer: WireAnswer, error: string, description?: string): void {
  assert.is(answer.status, error === 'invalid_client' ? 401 : 400, answer.text);
  assert.match(answer.headers['content-type'] ?? '', 'application/json');
  assert.is(answer.headers['cache-control'], 'no-store');
  assert.is(answer.headers.pragma, 'no-cache');
  assert.is(oauthErrorOf(answer).error, error);
  if (description !== undefined) assert.is(oauthErrorOf(answer).error_description, description);
}

const used = 'Authorization code has already been used';
const refreshRefused = 'Refresh token is invalid or expired';

test('[D1.code.mismatch] a wrong verifier, redirect URI or client leaves the code good', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const [clientId, other] = [await oauth.clientId(), await oauth.clientId()];
  const pkce = newPkce();
  const code = await oauth.code(clientId, pkce);
  const wrong: readonly (readonly [Fields, string])[] = [
    [{ code_verifier: newPkce().verifier }, 'PKCE verification failed'],
    [{ code_verifier: undefined }, 'PKCE verification failed'],
    [{ code_verifier: pkce.challenge }, 'PKCE verification failed'],
    [{ code_verifier: 'ü'.repeat(43) }, 'PKCE verification failed'],
    [{ redirect_uri: `${redirectUri}/` }, 'Redirect URI does not match'],
    [{ redirect_uri: undefined }, 'Redirect URI does not match'],
    [{ client_id: other }, 'Client ID does not match'],
    [{ client_id: 'never-registered' }, 'Client ID does not match'],
  ];
  for (const [fields, description] of wrong)
    assertRefused(await oauth.exchange({ clientId, code, pkce }, fields), 'invalid_grant', description);
  assertRefused(await oauth.exchange({ clientId, code, pkce }, { resource: 'https://other.example' }), 'invalid_target');
  assert.is((await oauth.exchange({ clientId, code, pkce }, { resource: `${oauth.origin}/mcp/` })).status, 200);
  await server.stop();
});

test('[D1.code.reuse] [R3.code-replay] a code that comes back, however, ends the whole family', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const changes: readonly Fields[] = [{}, { client_id: 'thief' }, { code_verifier: 'x' }, { redirect_uri: 'http://x' }];
  for (const change of changes) {
    const { clientId, code, pkce, tokens } = await oauth.signIn();
    const second = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
    const third = tokensOf(await oauth.refresh(clientId, second.refresh_token));
    assertRefused(await oauth.exchange({ clientId, code, pkce }, change), 'invalid_grant', used);
    assertRefused(await oauth.refresh(clientId, third.refresh_token), 'invalid_grant', refreshRefused);
    assertRefused(await oauth.exchange({ clientId, code, pkce }), 'invalid_grant', used);
  }
  await server.stop();
});

test('[D1.code.unknown] a text that is not a code of this server is refused, and no part of a code is enough', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const pkce = newPkce();
  const code = await oauth.code(clientId, pkce);
  const [id = '', secret = ''] = code.split('.');
  for (const wrong of [
    'x',
    id,
    `${id}.`,
    `.${secret}`,
    `${id}.${secret}x`,
    `${id}.${'A'.repeat(43)}`,
    `${code}.1`,
    `${id}/../${secret}`,
    '\0',
  ])
    assertRefused(await oauth.exchange({ clientId, code: wrong, pkce }), 'invalid_grant', 'Authorization code is invalid or expired');
  assert.is((await oauth.exchange({ clientId, code, pkce })).status, 200);
  await server.stop();
});

test('[R3.races.code] of 50 parallel exchanges one gets tokens, and the replays cancel them', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const pkce = newPkce();
  const code = await oauth.code(clientId, pkce);
  const answers = await Promise.all(Array.from({ length: 50 }, () => oauth.exchange({ clientId, code, pkce })));
  const won = answers.filter(({ status }) => status === 200);
  assert.is(won.length, 1);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 'invalid_grant', used);
  const [first] = won;
  assert.ok(first !== undefined);
  assertRefused(await oauth.refresh(clientId, tokensOf(first).refresh_token), 'invalid_grant', refreshRefused);
  await server.stop();
});

test('[D1.refresh] every refresh gives a new token and retires the old one; scope and audience stay', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn({ authorize: { scope: 'openid email' } });
  const next = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
  assert.equal(Object.keys(next).sort(), Object.keys(tokens).sort());
  assert.is(next.scope, 'openid email');
  assert.is(claimsOf(next.access_token)['aud'], claimsOf(tokens.access_token)['aud']);
  const less = tokensOf(await oauth.refresh(clientId, next.refresh_token, { scope: 'email' }));
  assert.is(claimsOf(less.access_token)['scope'], 'email');
  assertRefused(await oauth.refresh(clientId, less.refresh_token, { scope: 'openid admin' }), 'invalid_scope');
  assertRefused(await oauth.refresh(clientId, less.refresh_token, { resource: 'https://other.example' }), 'invalid_target');
  const whole = tokensOf(await oauth.refresh(clientId, less.refresh_token));
  assert.is(whole.scope, 'openid email', 'a narrower token does not narrow the grant');
  await server.stop();
});

test('[D1.refresh.reuse] [R3.refresh-reuse] a retired token ends its family; a wrong client changes nothing', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn();
  const other = await oauth.clientId();
  const second = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
  for (const token of [tokens.refresh_token, second.refresh_token])
    assertRefused(await oauth.refresh(other, token), 'invalid_grant', 'Client ID does not match');
  const third = tokensOf(await oauth.refresh(clientId, second.refresh_token));
  assertRefused(await oauth.refresh(clientId, tokens.refresh_token), 'invalid_grant', refreshRefused);
  assertRefused(await oauth.refresh(clientId, third.refresh_token), 'invalid_grant', refreshRefused);
  await server.stop();
});

test('[D1.refresh.forged] nothing but a token as it was given out is one', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, code, tokens } = await oauth.signIn();
  const [id = '', , signature = ''] = tokens.refresh_token.split('.');
  const forged = [
    'x',
    `${id}.2.${signature}`,
    `${id}.0.${signature}`,
    `${id}.1.${'A'.repeat(43)}`,
    `${id}.01.${signature}`,
    `${tokens.refresh_token}x`,
    code,
    tokens.access_token,
  ];
  for (const token of forged) assertRefused(await oauth.refresh(clientId, token), 'invalid_grant', refreshRefused);
  assert.is((await oauth.refresh(clientId, tokens.refresh_token)).status, 200);
  await server.stop();
});

test('[R3.races.refresh] of 30 parallel refreshes at most one wins, and the family is over', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn();
  const answers = await Promise.all(Array.from({ length: 30 }, () => oauth.refresh(clientId, tokens.refresh_token)));
  const won = answers.filter(({ status }) => status === 200);
  assert.is(won.length, 1);
  const [first] = won;
  assert.ok(first !== undefined);
  assertRefused(await oauth.refresh(clientId, tokensOf(first).refresh_token), 'invalid_grant', refreshRefused);
  await server.stop();
});

test('[D1.client-secret] [R4.refresh-secret] a client with a secret needs it at every grant, in the body or in the header', async () => {
  const clients = [{ clientId: 'desk: 1', redirectUris: [redirectUri], clientSecret: 'p%ss:word+' }];
  const server = await project.boot({ options: { auth: { dcr: { clients } } } });
  const { oauth } = server;
  const basic = (id: string, secret: string): { authorization: string } => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });
  const pkce = newPkce();
  const code = await oauth.code('desk: 1', pkce);
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: pkce.verifier };
  const named = { ...grant, client_id: 'desk: 1' };
  assertRefused(await oauth.token(named), 'invalid_client');
  assertRefused(await oauth.token({ ...named, client_secret: 'wrong' }), 'invalid_client');
  const viaHeader = await oauth.token(grant, basic('desk: 1', 'wrong'));
  assertRefused(viaHeader, 'invalid_client');
  assert.match(viaHeader.headers['www-authenticate'] ?? '', /^Basic realm="/);
  assertRefused(await oauth.token(grant, { authorization: 'Basic !' }), 'invalid_client');
  assertRefused(await oauth.token({ ...grant, client_id: 'else' }, basic('desk: 1', 'p%ss:word+')), 'invalid_client');
  assertRefused(await oauth.token({ ...named, client_secret: 'p%ss:word+' }, basic('desk: 1', 'p%ss:word+')), 'invalid_request');
  const { refresh_token: refreshToken } = tokensOf(await oauth.token(grant, basic('desk: 1', 'p%ss:word+')));
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'desk: 1' };
  assertRefused(await oauth.token(refresh), 'invalid_client');
  assert.is((await oauth.token({ ...refresh, client_secret: 'p%ss:word+' })).status, 200, 'nothing was consumed before');
  await server.stop();
});

test('[D1.token.form] parameters come once, from a form in the body, and never from the address', async () => {
  const server = await project.boot();
  const { oauth } = server;
  assertRefused(await oauth.token({}), 'invalid_request');
  assertRefused(await oauth.token({ grant_type: 'password' }), 'unsupported_grant_type');
  assertRefused(await oauth.token({ grant_type: ['authorization_code', 'refresh_token'] }), 'invalid_request');
  assertRefused(await oauth.token({ grant_type: 'authorization_code' }), 'invalid_request', 'code is required');
  assertRefused(await oauth.token({ grant_type: 'refresh_token', refresh_token: '' }), 'invalid_request', 'refresh_token is required');
  assertRefused(await oauth.post('/oauth/token?grant_type=refresh_token', {}), 'invalid_request');
  assertRefused(
    await oauth.post('/oauth/token', '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' }),
    'invalid_request',
  );
  const long = await oauth.post('/oauth/token', 'a'.repeat(70_000));
  assert.is(long.status, 413);
  assert.is(oauthErrorOf(long).error, 'invalid_request');
  assert.is(long.headers['cache-control'], 'no-store');
  const wrongMethod = await oauth.get('/oauth/token');
  assert.is(wrongMethod.status, 405);
  assert.is(wrongMethod.headers.allow, 'POST');
  assert.is(wrongMethod.headers['cache-control'], 'no-store');
  await server.stop();
});

test('[D1.anonymous.off] without allowDefaultPublic there is no anonymous grant', async () => {
  const server = await project.boot();
  assertRefused(
    await server.oauth.token({ grant_type: 'anonymous', client_id: 'x' }),
    'unsupported_grant_type',
    'Anonymous access is not enabled on this server',
  );
  await server.stop();
});

async function signed(claims: Record<string, unknown>, options: { secret?: string; header?: object } = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sub: 'u1', scope: '', iat: now, exp: now + 3600, jti: 'j', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...options.header })
    .sign(new TextEncoder().encode(options.secret ?? testSecret));
}

test('[D1.tokens.accepted] [D1.tokens.issuer] [D1.tokens.audience] [D1.tokens.rejected] a token is for this issuer and this server, signed here and not over', async () => {
  const server = await project.boot({ options: { auth: { expectedAudience: ['https://other.example/mcp', 'urn:desk'] } } });
  const { origin } = server.oauth;
  const good = { iss: origin, aud: `${origin}/mcp` };
  assert.is((await server.call(await signed(good))).status, 200);
  assert.is((await server.call(await signed({ ...good, aud: ['urn:x', `${origin}/mcp/`] }))).status, 200);
  assert.is((await server.call(await signed({ ...good, aud: 'https://OTHER.example:443/mcp' }))).status, 200);
  assert.is((await server.call(await signed({ ...good, aud: 'urn:desk' }))).status, 200);
  const now = Math.floor(Date.now() / 1000);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: 'u1', ...good, iat: now, exp: now + 3600 })).toString('base64url')}.`;
  const cases: readonly (readonly [string, string | undefined])[] = [
    [await signed({ ...good, iss: 'https://evil.example' }), 'unexpected \\"iss\\" claim value'],
    [await signed({ ...good, iss: `${origin}/` }), 'unexpected \\"iss\\" claim value'],
    [await signed({ ...good, aud: origin }), 'Token audience does not match this resource'],
    [await signed({ ...good, aud: 'https://other.example' }), 'Token audience does not match this resource'],
    [await signed({ iss: origin }), 'Token audience does not match this resource'],
    [await signed({ aud: good.aud }), 'unexpected \\"iss\\" claim value'],
    [await signed({ ...good, exp: now - 1 }), 'The token has expired'],
    [await signed({ ...good, nbf: now + 3600 }), undefined],
    [await signed({ ...good, sub: undefined }), undefined],
    [await signed(good, { secret: 'f'.repeat(32) }), undefined],
    [await signed(good, { header: { typ: 'ticket+jwt' } }), undefined],
    [none, undefined],
    ['x.y.z', undefined],
  ];
  for (const [token, message = 'The token is not valid'] of cases) {
    const answer = await server.call(token);
    assert.is(answer.status, 401, token);
    assert.match(answer.text, message);
    assert.match(
      answer.headers['www-authenticate'] ?? '',
      /^Bearer error="invalid_token", error_description="[^"\\]+", resource_metadata="http/,
    );
    assert.not.match(answer.text, token);
  }
  await server.stop();
});

test('[D1.tokens.addresses] a token of one listed address is accepted at the others, unless the issuer is fixed', async () => {
  const addresses = ['http://a.example/mcp', 'http://b.example/mcp'];
  const hosts = { SERVICE_ALLOWED_HOSTS: 'a.example,b.example,c.example,127.0.0.1' };
  const options = { auth: { expectedAudience: addresses } };
  const server = await project.boot({ options, variables: hosts, headers: { host: 'a.example' } });
  const { tokens } = await server.oauth.signIn();
  const { aud, iss } = claimsOf(tokens.access_token);
  assert.equal([iss, aud], ['http://a.example', addresses[0]]);
  for (const host of ['a.example', 'b.example']) assert.is((await server.call(tokens.access_token, { host })).status, 200, host);
  const [own, foreign] = [{ iss: 'http://c.example', aud: 'http://c.example/mcp' }, 'unexpected \\"iss\\" claim value'];
  assert.is((await server.call(await signed(own), { host: 'c.example' })).status, 200);
  assert.match((await server.call(await signed(own), { host: 'b.example' })).text, foreign);
  await server.stop();
  for (const [name, value] of [
    ['SERVICE_PUBLIC_URL', 'http://b.example'],
    ['SERVICE_PUBLIC_HOST', 'b.example'],
  ] as const) {
    const fixed = await project.boot({ options, variables: { ...hosts, [name]: value } });
    assert.match((await fixed.call(await signed({ iss: 'http://a.example', aud: addresses[0] }))).text, foreign);
    await fixed.stop();
  }
  const named = await project.boot({ options: { auth: { ...options.auth, local: { issuer: 'https://id.example' } } }, variables: hosts });
  assert.match((await named.call(await signed({ iss: 'http://a.example', aud: addresses[0] }))).text, foreign);
  await named.stop();
});

test('[D1.tokens.cached] a token seen before is still held to this request: a forged Host does not let it in', async () => {
  const variables = { SERVICE_BIND_ADDRESS: 'all' };
  const server = await project.boot({ variables });
  const { tokens } = await server.oauth.signIn();
  assert.is((await server.call(tokens.access_token)).status, 200);
  const forged = await server.call(tokens.access_token, { host: 'evil.example' });
  assert.is(forged.status, 401);
  assert.is((await server.call(tokens.access_token)).status, 200);
  await server.stop();
});

test('[R16.kinds] a secret made for one purpose is accepted for no other', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, code, pkce, tokens } = await oauth.signIn();
  for (const token of [tokens.refresh_token, code, pkce.verifier]) assert.is((await server.call(token)).status, 401);
  assertRefused(await oauth.exchange({ clientId, code: tokens.refresh_token, pkce }), 'invalid_grant');
  await server.stop();
});

test('[D1.userinfo] userinfo answers the claims of the bearer token, and refuses like the endpoint', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { tokens } = await oauth.signIn();
  const info = await oauth.get('/oauth/userinfo', { authorization: `Bearer ${tokens.access_token}` });
  assert.equal(JSON.parse(info.text), { sub: claimsOf(tokens.access_token)['sub'], email: 'Ada@Example.com', name: 'Ada' });
  assert.is(info.headers['cache-control'], 'no-store');
  const without = await oauth.get('/oauth/userinfo');
  assert.is(without.status, 401);
  assert.match(without.headers['www-authenticate'] ?? '', 'resource_metadata');
  await server.stop();
});

test('[D1.jwks] jwks.json shows a public RSA key, the same at each look, and nothing that signs', async () => {
  const server = await project.boot();
  const first = await server.oauth.get('/.well-known/jwks.json');
  const { keys } = JSON.parse(first.text) as { keys: Record<string, unknown>[] };
  assert.is(keys.length, 1);
  assert.is(keys[0]?.['kty'], 'RSA');
  assert.equal(Object.keys(keys[0] ?? {}).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  assert.is((await server.oauth.get('/.well-known/jwks.json')).text, first.text);
  await server.stop();
});

test('[I6.no-secrets-in-logs] no token, code, verifier or secret is in any line of the log', async () => {
  const server = await project.boot({ variables: { SERVICE_LOG_LEVEL: 'debug' } });
  const { oauth } = server;
  const { clientId, code, pkce, tokens } = await oauth.signIn();
  await oauth.exchange({ clientId, code, pkce });
  await oauth.refresh(clientId, tokens.refresh_token);
  await server.call(tokens.access_token);
  await server.call(`${tokens.access_token}x`);
  await server.stop();
  const { stderr, stdout } = server.boot.output;
  for (const secret of [tokens.access_token, tokens.refresh_token, code, pkce.verifier, testSecret])
    assert.not.ok(`${stdout}${stderr}`.includes(secret));
  assert.match(stderr, 'used twice');
});

test.run();
