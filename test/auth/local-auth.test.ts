/* Local sign-in on the built bundle: discovery, authorize and the whole way. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from '../support/guarded.ts';
import { claimsOf, encodeFields, newPkce, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import { send } from '../support/wire-client.ts';

const project = new SignInProject();
test.before(() => project.build());
test.after(() => project.close());

interface WhoAmI {
  readonly mode: string;
  readonly user: object;
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
}
const whoami = (text: string): WhoAmI => JSON.parse((JSON.parse(text) as { value: string }).value) as WhoAmI;
const json = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text) as Record<string, unknown>;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('[D1.flow] [D1.auth.challenge] [D1.context] from the challenge over registration, page, code and call to the refresh', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const refused = await server.call();
  assert.is(refused.status, 401);
  assert.is(refused.headers['www-authenticate'], `Bearer resource_metadata="${oauth.origin}/.well-known/oauth-protected-resource"`);
  const { clientId, tokens } = await oauth.signIn({ authorize: { scope: 'email openid tickets openid' } });
  assert.equal(Object.keys(tokens).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']);
  assert.is(tokens.token_type, 'Bearer');
  assert.is(tokens.expires_in, 3600);
  assert.is(tokens.scope, 'email openid');
  const called = await server.call(tokens.access_token);
  const { claims, mode, scopes, user } = whoami(textOf(called));
  assert.is(mode, 'local');
  assert.equal(user, { sub: claims['sub'], name: 'Ada', email: 'Ada@Example.com' });
  assert.equal(scopes, ['email', 'openid']);
  assert.is(claims['iss'], oauth.origin);
  const next = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
  assert.is.not(next.refresh_token, tokens.refresh_token);
  assert.is(claimsOf(next.access_token)['sub'], claims['sub']);
  assert.is((await server.call(next.access_token)).status, 200);
  await server.stop();
});

test('[D1.claims] the access token is HS256 and holds the listed claims', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn();
  assert.equal(JSON.parse(Buffer.from(tokens.access_token.split('.')[0] ?? '', 'base64url').toString()), { alg: 'HS256', typ: 'JWT' });
  const claims = claimsOf(tokens.access_token);
  assert.equal(Object.keys(claims).sort(), ['aud', 'client_id', 'email', 'exp', 'iat', 'iss', 'jti', 'name', 'scope', 'sub']);
  assert.match(String(claims['sub']), uuid);
  assert.is(claims['scope'], '');
  assert.is(tokens.scope, '');
  assert.is(claims['aud'], `${oauth.origin}/mcp`);
  assert.is(Number(claims['exp']) - Number(claims['iat']), 3600);
  const again = claimsOf(tokensOf(await oauth.refresh(clientId, tokens.refresh_token)).access_token);
  assert.is.not(again['jti'], claims['jti']);
  await server.stop();
});

test('[D1.users.email] [R22.subjects] one address in any letter case is one user, another is another, and a name is none', async () => {
  const server = await project.boot();
  const subjectOf = async (email: string, name?: string): Promise<unknown> =>
    claimsOf((await server.oauth.signIn({ form: { email, name } })).tokens.access_token)['sub'];
  const ada = await subjectOf('ada@example.com');
  assert.is(await subjectOf(' ADA@example.COM ', 'Somebody'), ada);
  assert.is.not(await subjectOf('bob@example.com'), ada);
  await server.stop();
});

test('[D1.discovery.resource] [D1.discovery.server] [slash.dropped] both documents, at the root and at the path-inserted place', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const resource = await oauth.get('/.well-known/oauth-protected-resource');
  assert.is(resource.status, 200);
  assert.match(resource.headers['content-type'] ?? '', 'application/json');
  assert.equal(json(resource.text), {
    resource: `${oauth.origin}/mcp`,
    authorization_servers: [oauth.origin],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    bearer_methods_supported: ['header'],
  });
  for (const path of ['/mcp', '/', '/mcp/'])
    assert.is((await oauth.get(`/.well-known/oauth-protected-resource${path}`)).text, resource.text);
  const metadata = json((await oauth.get('/.well-known/oauth-authorization-server')).text);
  const endpoint = (path: string): string => `${oauth.origin}${path}`;
  assert.equal(metadata, {
    issuer: oauth.origin,
    authorization_endpoint: endpoint('/oauth/authorize'),
    token_endpoint: endpoint('/oauth/token'),
    userinfo_endpoint: endpoint('/oauth/userinfo'),
    jwks_uri: endpoint('/.well-known/jwks.json'),
    registration_endpoint: endpoint('/oauth/register'),
    token_endpoint_auth_methods_supported: [],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });
  await server.stop();
});

test('[D1.absent] [D1.discovery.unknown] [revocation.option] unserved endpoints are 404, unknown suffixes of discovery included', async () => {
  const server = await project.boot();
  for (const path of [
    '/oauth/revoke',
    '/oauth/introspect',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/other',
    '/.well-known/oauth-protected-resource/mcp//',
    '/.well-known/oauth-protected-resource/%',
    '//oauth/token',
    '/oauth%2ftoken',
  ])
    assert.is((await server.oauth.get(path)).status, 404, path);
  assert.is((await server.oauth.post('/oauth/revoke', { token: 'x', client_id: 'y' })).status, 404);
  assert.not.match(project.code, '/oauth/revoke');
  await server.stop();
});

test('[D1.issuer.order] issuer option, public URL, public host, then the request; every name of it is the same', async () => {
  const cases: readonly (readonly [object, Record<string, string>, string | undefined, string | undefined])[] = [
    [
      { auth: { local: { issuer: 'https://issuer.example/a/' } } },
      { SERVICE_PUBLIC_URL: 'https://public.example' },
      'https://issuer.example/a',
      'https://public.example',
    ],
    [
      {},
      { SERVICE_PUBLIC_URL: 'https://public.example/', SERVICE_PUBLIC_HOST: 'named.example' },
      'https://public.example',
      'https://public.example',
    ],
    [{}, { SERVICE_PUBLIC_HOST: 'named.example' }, 'http://named.example:0', undefined],
    [{}, {}, undefined, undefined],
  ];
  for (const [options, variables, issuer, base] of cases) {
    const server = await project.boot({ options, variables });
    const { oauth } = server;
    const expected = issuer ?? oauth.origin;
    const metadata = json((await oauth.get('/.well-known/oauth-authorization-server')).text);
    assert.is(metadata['issuer'], expected);
    assert.is(metadata['token_endpoint'], `${base ?? oauth.origin}/oauth/token`);
    assert.equal(json((await oauth.get('/.well-known/oauth-protected-resource')).text)['authorization_servers'], [expected]);
    const clientId = await oauth.clientId();
    const pkce = newPkce();
    const sent = await oauth.submit(await oauth.open(clientId, pkce));
    const back = new URL(sent.headers.location ?? '').searchParams;
    assert.is(back.get('iss'), expected);
    const { access_token: accessToken } = tokensOf(await oauth.exchange({ clientId, code: back.get('code') ?? '', pkce }));
    assert.is(claimsOf(accessToken)['iss'], expected);
    assert.is(claimsOf(accessToken)['aud'], `${base ?? oauth.origin}/mcp`);
    assert.is((await server.call(accessToken)).status, 200);
    await server.stop();
  }
});

test('[D1.discovery.issuer-path] an issuer with a path has its document at the inserted place', async () => {
  const server = await project.boot({ options: { auth: { local: { issuer: 'https://issuer.example/a/b' } } } });
  assert.is((await server.oauth.get('/.well-known/oauth-authorization-server/a/b')).status, 200);
  assert.is((await server.oauth.get('/.well-known/oauth-authorization-server/a')).status, 404);
  await server.stop();
});

test('[D1.address.proxy] [R20.no-store] X-Forwarded-Host and -Proto count only with SERVICE_TRUST_PROXY; answers with an address of the request are not cached', async () => {
  const forwarded = { 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' };
  const open = { SERVICE_BIND_ADDRESS: 'all' };
  const distrusting = await project.boot({ variables: open });
  const direct = await distrusting.oauth.get('/.well-known/oauth-protected-resource', forwarded);
  assert.is(json(direct.text)['resource'], `${distrusting.oauth.origin}/mcp`);
  assert.is(direct.headers['cache-control'], 'no-store');
  await distrusting.stop();
  const trusting = await project.boot({ variables: { ...open, SERVICE_TRUST_PROXY: '1' } });
  assert.is(
    json((await trusting.oauth.get('/.well-known/oauth-protected-resource', forwarded)).text)['resource'],
    'https://front.example/mcp',
  );
  await trusting.stop();
  const pinned = await project.boot({ variables: { SERVICE_PUBLIC_URL: 'https://pinned.example' } });
  assert.match((await pinned.oauth.get('/.well-known/oauth-protected-resource')).headers['cache-control'] ?? '', 'max-age');
  await pinned.stop();
});

test('[D1.scopes] allowed scopes are granted in the order asked, patterns match, the rest is dropped and the page lists the granted ones', async () => {
  const server = await project.boot({ options: { auth: { allowedScopes: ['openid', 'tickets:*', '*:read'] } } });
  const { oauth } = server;
  const asked = 'x:read tickets:write admin openid tickets: a"b openid';
  const { tokens } = await oauth.signIn({ authorize: { scope: asked } });
  assert.is(tokens.scope, 'x:read tickets:write openid tickets:');
  const page = await oauth.open(await oauth.clientId(), newPkce(), { scope: asked });
  assert.match(page.answer.text, 'tickets:write');
  assert.not.match(page.answer.text, 'admin');
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'])
    assert.equal(json((await oauth.get(path)).text)['scopes_supported'], ['openid']);
  await server.stop();
});

test('[D1.page] the page is HTML with the pending sign-in, the fields and the title of the server', async () => {
  const server = await project.boot({
    options: { auth: { login: { title: 'Enter', subtitle: 'Please <b>', logo: 'https://l.example/x.png' } } },
  });
  const { answer, pendingAuthId } = await server.oauth.open(
    await server.oauth.clientId({ redirect_uris: [redirectUri], client_name: '<i>Desk' }),
    newPkce(),
  );
  assert.is(answer.status, 200);
  assert.match(answer.headers['content-type'] ?? '', 'text/html');
  assert.match(answer.text, /<title>Enter - local-auth<\/title>/);
  assert.match(answer.text, /name="email"/);
  assert.match(answer.text, /name="name"/);
  assert.match(answer.text, 'Please &lt;b&gt;');
  assert.match(answer.text, '&lt;i&gt;Desk');
  assert.ok(pendingAuthId.length >= 22);
  await server.stop();
});

test('[R30.answers] pages carry their own policy with every http.securityHeaders, and no other origin reads them', async () => {
  const custom = {
    'Content-Security-Policy': "default-src *; form-action 'self'",
    'Cache-Control': 'public',
    'X-Frame-Options': 'ALLOWALL',
  };
  const server = await project.boot({ options: { custom, cors: { origin: ['https://app.example'] } } });
  const { oauth } = server;
  const origin = { origin: 'https://app.example' };
  for (const answer of [
    (await oauth.open(await oauth.clientId(), newPkce())).answer,
    await oauth.get('/oauth/authorize', origin),
    await oauth.post('/oauth/callback', {}, origin),
  ]) {
    assert.match(String(answer.headers['content-security-policy']), "frame-ancestors 'none'");
    assert.not.match(String(answer.headers['content-security-policy']), 'form-action');
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is(answer.headers['x-frame-options'], 'DENY');
    assert.is(answer.headers['access-control-allow-origin'], undefined);
  }
  const token = await oauth.token({}, origin);
  assert.is(token.headers['access-control-allow-origin'], 'https://app.example');
  assert.is(token.headers['cache-control'], 'no-store');
  await server.stop();
});

test('[D1.authorize.page-errors] every other problem of authorize is a 400 page, never a redirect', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const { challenge } = newPkce();
  const good = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge, state: 's' };
  const long = 'a'.repeat(129);
  const cases: readonly (readonly [string, Record<string, string | readonly string[] | undefined>, string])[] = [
    ['[D1.authorize.response-type]', { response_type: undefined }, 'response_type'],
    ['[D1.authorize.response-type]', { response_type: 'token' }, 'response_type'],
    ['[D1.authorize.client-id]', { client_id: undefined }, 'client_id'],
    [
      '[D1.authorize.client-id]',
      { client_id: 'nobody' },
      'Unknown client_id: register the client (DCR / pre-registered) or use a CIMD client-id URL',
    ],
    ['[D1.authorize.client-id]', { client_id: [clientId, clientId] }, 'client_id was sent more than once'],
    ['[D1.authorize.redirect-uri]', { redirect_uri: undefined }, 'redirect_uri'],
    ['[D1.authorize.redirect-uri]', { redirect_uri: 'http://127.0.0.1:9998/callback' }, 'redirect_uri is not registered for this client'],
    ['[D1.authorize.redirect-uri]', { redirect_uri: `${redirectUri}/` }, 'redirect_uri is not registered for this client'],
    ['[D1.authorize.redirect-uri]', { redirect_uri: `${redirectUri}#x` }, 'fragment'],
    ['[D1.authorize.redirect-uri]', { redirect_uri: 'javascript:alert(1)' }, 'http or https'],
    ['[D1.authorize.challenge]', { code_challenge: undefined }, 'code_challenge'],
    ['[D1.authorize.challenge]', { code_challenge: 'a'.repeat(42) }, 'code_challenge'],
    ['[D1.authorize.challenge]', { code_challenge: long }, 'code_challenge'],
    ['[D1.authorize.challenge]', { code_challenge: `${'a'.repeat(43)}=` }, 'code_challenge'],
    ['[D1.authorize.method]', { code_challenge_method: 'plain' }, 'S256'],
    ['state', { state: 's'.repeat(4097) }, 'state'],
    ['[R5.both-wrong]', { redirect_uri: 'http://127.0.0.1:1/x', resource: 'https://other.example' }, 'does not match server resource URI'],
    [
      '[R5.both-wrong]',
      { redirect_uri: 'http://127.0.0.1:1/x', resource: 'https://other.example' },
      'redirect_uri is not registered for this client',
    ],
  ];
  for (const [name, change, text] of cases) {
    const answer = await oauth.authorize({ ...good, ...change });
    assert.is(answer.status, 400, `${name} ${JSON.stringify(change)}: ${answer.status}`);
    assert.is(answer.headers.location, undefined, name);
    assert.is(answer.headers['set-cookie'], undefined, name);
    assert.match(answer.headers['content-type'] ?? '', 'text/html');
    assert.match(answer.text, text, name);
  }
  await server.stop();
});

test('[D1.authorize.response-type] [D1.authorize.client-id] [D1.authorize.redirect-uri] [D1.authorize.challenge] [D1.authorize.method] [R5.both-wrong] no part of a bad request is reflected unescaped', async () => {
  const server = await project.boot();
  const hostile = `"'><script>alert(1)</script>`;
  const answer = await server.oauth.authorize({ response_type: hostile, client_id: hostile, redirect_uri: hostile, state: hostile });
  assert.not.match(answer.text, '<script>');
  const page = await server.oauth.open(await server.oauth.clientId(), newPkce(), { state: hostile, scope: hostile });
  assert.not.match(page.answer.text, '<script>');
  const sent = await server.oauth.submit(page);
  assert.is(new URL(sent.headers.location ?? '').searchParams.get('state'), hostile);
  await server.stop();
});

test('[D1.authorize.state] [D1.authorize.iss] the redirect carries code, state and iss, keeps the query of the address, and is a 302', async () => {
  const server = await project.boot();
  const uri = 'http://127.0.0.1:9999/cb?keep=a%20b';
  const clientId = await server.oauth.clientId({ redirect_uris: [uri] });
  const page = await server.oauth.open(clientId, newPkce(), { redirect_uri: uri, state: 'a&b=ü \r\n"' });
  const sent = await server.oauth.submit(page);
  assert.is(sent.status, 302);
  const location = sent.headers.location ?? '';
  assert.ok(location.startsWith('http://127.0.0.1:9999/cb?keep=a%20b&code='), location);
  const members = new URL(location).searchParams;
  assert.is(members.get('state'), 'a&b=ü \r\n"');
  assert.is(members.get('iss'), server.oauth.origin);
  const without = await server.oauth.submit(await server.oauth.open(clientId, newPkce(), { redirect_uri: uri, state: undefined }));
  assert.not.ok(new URL(without.headers.location ?? '').searchParams.has('state'));
  await server.stop();
});

test('[D1.authorize.resource] a wrong resource goes back to a registered address, and the right one in any spelling becomes the audience', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const wrong = (await oauth.open(clientId, newPkce(), { resource: 'https://other.example/mcp' })).answer;
  assert.is(wrong.status, 302);
  assert.is(
    wrong.headers.location,
    `${redirectUri}?${encodeFields({ error: 'invalid_request', error_description: 'Invalid resource parameter: does not match server resource URI', state: 'st4te', iss: oauth.origin })}`,
  );
  const resource = `${oauth.origin.replace('http', 'HTTP')}/mcp/`;
  const { tokens } = await oauth.signIn({ clientId, authorize: { resource } });
  assert.is(claimsOf(tokens.access_token)['aud'], `${oauth.origin}/mcp`, 'in one spelling, whatever was asked for');
  assert.is((await server.call(tokens.access_token)).status, 200);
  await server.stop();
});

test('[D1.authorize.allowed-clients] a registered client that is not on the list is sent back, an unknown one gets the page', async () => {
  const clients = [
    { clientId: 'good', redirectUris: [redirectUri] },
    { clientId: 'other "x"', redirectUris: [redirectUri] },
  ];
  const server = await project.boot({ options: { auth: { dcr: { clients, allowedClientIds: ['good'] } } } });
  const { oauth } = server;
  assert.is((await oauth.open('good', newPkce())).answer.status, 200);
  const { answer } = await oauth.open('other "x"', newPkce());
  assert.is(answer.status, 302);
  const members = new URL(answer.headers.location ?? '').searchParams;
  assert.is(members.get('error'), 'unauthorized_client');
  assert.match(members.get('error_description') ?? '', "other 'x'");
  assert.is(members.get('state'), 'st4te');
  assert.is((await oauth.open('nobody', newPkce())).answer.status, 400);
  const registered = await oauth.register();
  assert.is(registered.status, 201, 'with listed clients registration still answers');
  const { client_id: id } = JSON.parse(registered.text) as { client_id: string };
  assert.is(new URL((await oauth.open(id, newPkce())).answer.headers.location ?? '').searchParams.get('error'), 'unauthorized_client');
  await server.stop();
});

test('[D1.options.requireRegisteredClients] [R5.open-clients] false lets any client in, to the allowed addresses when there is a list', async () => {
  const any = await project.boot({ options: { auth: { requireRegisteredClients: false } } });
  const elsewhere = 'https://anywhere.example/cb';
  assert.is((await any.oauth.signIn({ clientId: 'whoever' })).tokens.token_type, 'Bearer');
  assert.is((await any.oauth.open('whoever', newPkce(), { redirect_uri: elsewhere })).answer.status, 200);
  assert.match((await any.oauth.open('whoever', newPkce(), { redirect_uri: 'data:text/html,x' })).answer.text, 'http or https');
  const wrong = (await any.oauth.open('whoever', newPkce(), { resource: 'https://x.example' })).answer;
  assert.is(wrong.status, 400, 'nobody registered the address');
  assert.match(any.boot.output.stderr, 'requireRegisteredClients is false');
  await any.stop();
  const listed = await project.boot({
    options: { auth: { requireRegisteredClients: false, dcr: { allowedRedirectUris: ['http://127.0.0.1:*/callback'] } } },
  });
  assert.is((await listed.oauth.open('whoever', newPkce())).answer.status, 200);
  assert.is((await listed.oauth.open('whoever', newPkce(), { redirect_uri: elsewhere })).answer.status, 400);
  await listed.stop();
});

test('[R10.head] a look by HEAD begins nothing and ends nothing', async () => {
  const server = await project.boot();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const fields = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, code_challenge: newPkce().challenge };
  const answer = await send({ port: server.port, method: 'HEAD', path: `/oauth/authorize?${encodeFields(fields)}` });
  assert.is(answer.status, 405);
  assert.is(answer.headers.allow, 'GET');
  assert.is(answer.headers['set-cookie'], undefined);
  await server.stop();
});

test.run();
