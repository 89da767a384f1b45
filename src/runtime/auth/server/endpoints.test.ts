/* Every endpoint of the authorization server in one process: what is refused, and what is not there when it is not asked for. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryOptions, type InMemoryServer } from '../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, oauthErrorOf, redirectUri, tokensOf, type Fields } from '../../../../test/support/oauth-driver.ts';
import { memoryParts, formOf, emptyExchange } from '../../../../test/support/step-scene.ts';
import { ServiceError } from '../../errors/index.ts';
import { createAnonymousGrant } from './grants/anonymous.ts';
import { OAuthProblem } from './responses/problems.ts';

type Auth = NonNullable<InMemoryOptions['auth']>;
const saysOf = ({ status, text }: { status: number; text: string }): string => {
  const { error, error_description } = oauthErrorOf({ status, text, headers: {} });
  return `${status} ${error}: ${error_description}`;
};

/** A client whose code is ready to be exchanged. */
async function ready(auth: Auth = {}, more: Omit<InMemoryOptions, 'auth'> = {}) {
  const server = inMemoryServer({ auth, ...more });
  const clientId = await server.oauth.clientId();
  const pkce = newPkce();
  const code = await server.oauth.code(clientId, pkce, { authorize: { scope: 'openid email' } });
  return { server, clientId, pkce, code, exchange: (fields: Fields = {}) => server.oauth.exchange({ clientId, code, pkce }, fields) };
}

test('[D1.code.mismatch] each mismatch has its text and leaves the code good', async () => {
  const { clientId, exchange, pkce, server } = await ready();
  const other = await server.oauth.clientId();
  assert.is(saysOf(await exchange({ client_id: other })), '400 invalid_grant: Client ID does not match');
  for (const redirect_uri of ['http://127.0.0.1:9999/other', undefined])
    assert.is(saysOf(await exchange({ redirect_uri })), '400 invalid_grant: Redirect URI does not match');
  for (const code_verifier of [newPkce().verifier, undefined])
    assert.is(saysOf(await exchange({ code_verifier })), '400 invalid_grant: PKCE verification failed');
  assert.match(saysOf(await exchange({ resource: 'https://b.example' })), '400 invalid_target');
  const tokens = tokensOf(await exchange());
  const refresh = (fields: Fields = {}) => server.oauth.refresh(clientId, tokens.refresh_token, fields);
  assert.is(saysOf(await refresh({ client_id: other })), '400 invalid_grant: Client ID does not match');
  assert.match(saysOf(await refresh({ resource: 'https://b.example' })), '400 invalid_target');
  assert.is(tokensOf(await refresh()).scope, 'openid email', pkce.challenge);
});

test('[D1.code.unknown] a code with another secret, part or form is unknown', async () => {
  const { code, exchange } = await ready();
  const [id = '', secret = ''] = code.split('.');
  for (const wrong of [id, `${id}.`, `${id}.${secret}x`, `${code}.x`, `x.${secret}`, `.${secret}`, 'x'])
    assert.is(saysOf(await exchange({ code: wrong })), '400 invalid_grant: Authorization code is invalid or expired', wrong);
  tokensOf(await exchange());
});

test('[D1.code.reuse] [D1.refresh.reuse] a second use ends the family, in a race too', async () => {
  const raced = await ready();
  const answers = await Promise.all(Array.from({ length: 5 }, () => raced.exchange()));
  const won = answers.filter(({ status }) => status === 200);
  assert.is(won.length, 1);
  const [first] = won;
  assert.ok(first);
  assert.is((await raced.server.oauth.refresh(raced.clientId, tokensOf(first).refresh_token)).status, 400, 'the others were replays');
  const { clientId, exchange, server } = await ready();
  const tokens = tokensOf(await exchange());
  const twice = await Promise.all([1, 2, 3].map(() => server.oauth.refresh(clientId, tokens.refresh_token)));
  const [again] = twice.filter(({ status }) => status === 200);
  assert.is(twice.filter(({ status }) => status === 200).length, 1);
  assert.ok(again);
  const refused = '400 invalid_grant: Refresh token is invalid or expired';
  assert.is(saysOf(await server.oauth.refresh(clientId, tokensOf(again).refresh_token)), refused);
  for (const forged of ['x', '', `${tokens.refresh_token}x`, tokens.refresh_token.replace(/^[^.]*/, 'A'.repeat(22))])
    assert.match(saysOf(await server.oauth.refresh(clientId, forged)), forged === '' ? '400 invalid_request' : refused, forged);
});

test('[D1.client-secret] a client with a secret sends it, for the code and for each refresh', async () => {
  const clients = [{ clientId: 'desk', redirectUris: [redirectUri], clientSecret: 'hush' }];
  const { oauth } = inMemoryServer({ auth: { dcr: { clients } } });
  const pkce = newPkce();
  const code = await oauth.code('desk', pkce);
  const exchange = (fields: Fields) => oauth.exchange({ clientId: 'desk', code, pkce }, fields);
  for (const client_secret of [undefined, 'wrong']) assert.match(saysOf(await exchange({ client_secret })), '401 invalid_client');
  const tokens = tokensOf(await exchange({ client_secret: 'hush' }));
  assert.match(saysOf(await oauth.refresh('desk', tokens.refresh_token)), '401 invalid_client');
  tokensOf(await oauth.refresh('desk', tokens.refresh_token, { client_secret: 'hush' }));
});

test('[D1.token.form] grants have names, and a body is a form', async () => {
  const { oauth } = inMemoryServer();
  assert.match(saysOf(await oauth.token({ grant_type: 'password' })), 'unsupported_grant_type: grant_type must be authorization_code or');
  assert.match(saysOf(await oauth.token({ grant_type: 'anonymous' })), 'unsupported_grant_type: Anonymous access is not enabled');
  assert.is(saysOf(await oauth.token({})), '400 invalid_request: grant_type is required');
  assert.is(saysOf(await oauth.token({ grant_type: ['password', 'password'] })), '400 invalid_request: grant_type was sent more than once');
  const other = await oauth.token({ grant_type: 'password' }, { 'content-type': 'text/plain' });
  assert.match(saysOf(other), 'invalid_request');
  const packed = '400 invalid_request: Content-Encoding is not accepted: send the body as it is';
  for (const coding of ['gzip', 'br', 'identity, gzip'])
    assert.is(saysOf(await oauth.token({ grant_type: 'password' }, { 'content-encoding': coding })), packed, coding);
  for (const coding of ['', 'identity', ' Identity'])
    assert.match(saysOf(await oauth.token({ grant_type: 'password' }, { 'content-encoding': coding })), 'unsupported_grant_type', coding);
  assert.equal([other.headers['cache-control'], other.headers['pragma']], ['no-store', 'no-cache']);
});

test('an anonymous token is for this server and names a client of at most 2,048 characters', async () => {
  const parts = memoryParts();
  const grant = createAnonymousGrant(parts, ['anonymous', 'look']);
  const address = { baseUrl: 'https://a.example', issuer: 'https://a.example', resource: 'https://a.example/mcp' };
  const ask = async (form: Record<string, string>): Promise<string> => {
    try {
      return String(
        (await grant.exchange({ address, exchange: emptyExchange(), form: formOf(new URLSearchParams(form).toString()) })).body,
      );
    } catch (failure) {
      if (!(failure instanceof OAuthProblem)) throw failure;
      return `${failure.error}: ${failure.message}`;
    }
  };
  assert.is(await ask({}), 'invalid_request: client_id is required');
  assert.is(await ask({ client_id: 'x'.repeat(2049) }), 'invalid_request: client_id is too long');
  assert.is(await ask({ client_id: 'c', resource: 'https://b.example' }), 'invalid_target: resource is not this server');
  for (const resource of ['https://a.example/mcp', 'https://A.example/mcp/'])
    assert.match(await ask({ client_id: 'x'.repeat(2048), resource }), '"scope":"anonymous look"');
  const body = JSON.parse(await ask({ client_id: 'c' })) as { access_token: string; expires_in: number; refresh_token?: string };
  assert.equal([body.expires_in, body.refresh_token], [86_400, undefined]);
  const { anonymous, aud, client_id, exp, iat, sub } = claimsOf(body.access_token);
  assert.equal([anonymous, aud, client_id, Number(exp) - Number(iat)], [true, 'https://a.example/mcp', 'c', 86_400]);
  assert.match(String(sub), /^anon:[0-9a-f-]{36}$/);
});

test('[D1.register] stored metadata is echoed, absent members are not', async () => {
  const { oauth } = inMemoryServer();
  const read = async (metadata: object) => JSON.parse((await oauth.register({ redirect_uris: [redirectUri], ...metadata })).text) as object;
  assert.equal(Object.keys(await read({})), [
    'client_id', 'client_id_issued_at', 'redirect_uris', 'grant_types', 'response_types', 'token_endpoint_auth_method',
  ]); // prettier-ignore
  const named = (await read({ client_name: 'Desk', scope: 'a b', token_endpoint_auth_method: 'client_secret_basic' })) as Record<
    string,
    unknown
  >;
  assert.equal([named['client_name'], named['scope'], named['client_secret_expires_at']], ['Desk', 'a b', 0]);
  const page = await oauth.open(String(named['client_id']), newPkce());
  assert.match(page.answer.text, 'Desk');
  const code = await oauth.code(String(named['client_id']), newPkce());
  assert.match(saysOf(await oauth.exchange({ clientId: String(named['client_id']), code, pkce: newPkce() })), '401 invalid_client');
});

test('[D1.register.errors] [D1.dcr.initialAccessToken] registration is refused by what the options say, with no-store', async () => {
  const says = async (auth: Auth, metadata: unknown = { redirect_uris: [redirectUri] }, headers: Record<string, string> = {}) => {
    const answer = await inMemoryServer({ auth }).oauth.register(metadata, headers);
    assert.equal([answer.headers['cache-control'], answer.headers['pragma']], ['no-store', 'no-cache']);
    return answer.status === 201 ? '201' : answer.text.includes('error_description') ? saysOf(answer) : `${answer.status} ${answer.text}`;
  };
  assert.is(await says({ dcr: { enabled: false } }), '404 access_denied: Dynamic Client Registration is disabled.');
  const gated: Auth = { dcr: { initialAccessToken: 'let-me-in' } };
  for (const authorization of [undefined, 'Bearer wrong', 'Bearer ', 'Basic let-me-in'])
    assert.match(await says(gated, undefined, authorization === undefined ? {} : { authorization }), '401 invalid_token', authorization);
  assert.is(await says(gated, undefined, { authorization: 'Bearer let-me-in' }), '201');
  for (const authorization of [undefined, 'Bearer ', 'Basic x']) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    assert.match(await says({ dcr: { initialAccessToken: '' } }, undefined, headers), '401 invalid_token', 'an empty option opens nothing');
  }
  assert.match(await says({ dcr: { allowedClientIds: ['desk'] } }), '403 access_denied');
  assert.is(await says({ dcr: { allowedClientIds: ['desk'], clients: [{ clientId: 'desk', redirectUris: [redirectUri] }] } }), '201');
  assert.match(await says({}, '{}', { 'content-type': 'text/plain' }), '400 invalid_client_metadata: Content-Type must be');
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json '])
    assert.is(await says({}, undefined, { 'content-type': type }), '201', type);
  assert.match(await says({}, '{}', { 'content-type': 'application/jsonx' }), '400 invalid_client_metadata: Content-Type');
  assert.is(await says({}, '{'), '400 invalid_client_metadata: The body is not JSON');
  assert.match(await says({}, `"${'x'.repeat(65_536)}"`), '413 invalid_client_metadata');
  assert.match(await says({}, {}), '500 {"error":"server_misconfigured","code":"CONFIG_INVALID"');
  const uris = (...redirect_uris: string[]) => ({ redirect_uris });
  assert.match(
    await says({}, uris(redirectUri, 'https://b.example/')),
    '400 invalid_redirect_uri: redirect URI https://b.example/ is not a loopback',
  );
  assert.match(
    await says({}, uris('http://127.0.0.1/#x')),
    '400 invalid_redirect_uri: redirect URI "http://127.0.0.1/#x" must have no fragment',
  );
  for (const allowedRedirectUris of [undefined, ['http://127.0.0.1/*']])
    assert.match(
      await says({ dcr: allowedRedirectUris === undefined ? {} : { allowedRedirectUris } }, uris('http://127.0.0.1/cb*')),
      '400 invalid_redirect_uri: redirect URI http://127.0.0.1/cb* holds a wildcard',
    );
  const listed: Auth = { dcr: { allowedRedirectUris: ['https://b.example/*', 'https://c.example/'] } };
  assert.is(await says(listed, uris('https://b.example/x', 'https://c.example/')), '201');
  assert.match(await says(listed, uris('https://b.example/x', 'http://127.0.0.1/')), 'is not on the list of this server');
  assert.is(
    await says({ dcr: { maxDynamicClients: 0 } }),
    '503 temporarily_unavailable: Client registration capacity reached; please try again later.',
  );
});

/** What authorize answers: the page's problem, where it leads, or that it opens. */
async function authorized(server: InMemoryServer, fields: Fields): Promise<string> {
  const clientId = await server.oauth.clientId();
  const { answer } = await server.oauth.open(clientId, newPkce(), fields);
  if (answer.headers.location !== undefined) return `302 ${answer.headers.location}`;
  return answer.status === 200 ? 'opens' : `${answer.status} ${/role="alert">([^<]*)/.exec(answer.text)?.[1]}`;
}

test('[D1.tokens.addresses] a token of another address of expectedAudience counts where the issuer follows the address, and nowhere else', async () => {
  const auth: Auth = { expectedAudience: ['http://service.test/mcp', 'http://other.test/mcp'] };
  for (const [issuerFollowsAddress, verdict] of [
    [true, 'accepted'],
    [false, 'refused'],
    [undefined, 'refused'],
  ] as const) {
    const server = inMemoryServer({ auth, ...(issuerFollowsAddress === undefined ? {} : { issuerFollowsAddress }) });
    const { tokens } = await server.oauth.signIn();
    const at = async (origin: string) => ('sub' in (await server.identify(tokens.access_token, origin)) ? 'accepted' : 'refused');
    assert.equal([await at('http://service.test'), await at('http://other.test')], ['accepted', verdict]);
  }
});

test('[D1.authorize.page-errors] errors before client and address are known are a page; later ones redirect with state and iss', async () => {
  const server = inMemoryServer();
  assert.is(await authorized(server, {}), 'opens');
  assert.match(await authorized(server, { response_type: 'token' }), '400 ');
  assert.match(await authorized(server, { client_id: 'nobody' }), '400 Unknown client_id: register the client');
  assert.match(
    await authorized(server, { redirect_uri: 'http://127.0.0.1:1/callback' }),
    '400 redirect_uri is not registered for this client',
  );
  assert.match(await authorized(server, { code_challenge: undefined }), '400 ');
  assert.match(await authorized(server, { scope: 'x'.repeat(17_000) }), '400 The request is too long');
  assert.match((await server.oauth.get('/oauth/authorize?state=%FF')).text, 'The request must be percent-encoded as UTF-8');
  // Kept for ten minutes whoever asked for it, so it must not be what fills the memory.
  for (const name of ['apps', 'app', 'tool']) {
    assert.match(await authorized(server, { [name]: 'x'.repeat(1025) }), `400 ${name} is longer than 1024 characters`);
    assert.not.match(await authorized(server, { [name]: 'x'.repeat(1024) }), 'longer');
  }
  const wrong = new URL((await authorized(server, { resource: 'https://b.example' })).slice(4));
  assert.equal(Object.fromEntries(wrong.searchParams), {
    error: 'invalid_request',
    error_description: 'Invalid resource parameter: does not match server resource URI',
    state: 'st4te',
    iss: 'http://service.test',
  });
  assert.is(await authorized(server, { state: undefined }), 'opens');
  const listed = inMemoryServer({
    auth: { dcr: { allowedClientIds: ['desk'], clients: [{ clientId: 'desk', redirectUris: [redirectUri] }] } },
  });
  assert.match(await authorized(listed, {}), /^302 .*error=unauthorized_client/);
  assert.is(await authorized(listed, { client_id: 'desk' }), 'opens');
});

test('[D1.authorize.state] state comes back as it was, and not when there was none', async () => {
  const server = inMemoryServer();
  const clientId = await server.oauth.clientId();
  for (const state of ['a b&c', undefined]) {
    const answer = await server.oauth.submit(await server.oauth.open(clientId, newPkce(), { state }));
    const { searchParams } = new URL(answer.headers.location ?? '');
    assert.equal([searchParams.get('state'), searchParams.get('iss')], [state ?? null, 'http://service.test']);
    assert.ok(answer.headers['set-cookie']?.[0]?.includes('Max-Age=0'));
  }
});

test('[D1.options.requireRegisteredClients] false lets any id in, the list of addresses still counts; true does not', async () => {
  const open: Auth = { requireRegisteredClients: false };
  assert.is(await authorized(inMemoryServer({ auth: open }), { client_id: 'anybody', redirect_uri: 'https://b.example/' }), 'opens');
  const listed = inMemoryServer({ auth: { ...open, dcr: { allowedRedirectUris: ['http://127.0.0.1:*/callback'] } } });
  assert.match(await authorized(listed, { client_id: 'anybody', redirect_uri: 'https://b.example/' }), '400 ');
  assert.is(await authorized(listed, { client_id: 'anybody' }), 'opens');
});

test('[D1.callback.cookie] [D1.callback.gone] a form needs its page, its cookie and its time', async () => {
  const server = inMemoryServer();
  const { oauth } = server;
  const page = await oauth.open(await oauth.clientId(), newPkce());
  const says = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    return `${status} ${/role="alert">([^<]*)/.exec(text)?.[1]}`;
  };
  for (const cookie of ['', 'service_signin_x=1', `${page.cookie}x`])
    assert.match(await says(oauth.submit({ ...page, cookie })), '400 ', cookie);
  assert.is(await says(oauth.submit({ ...page, pendingAuthId: 'A'.repeat(22) })), '400 Authorization request has expired');
  assert.match(await says(oauth.post('/oauth/callback', {})), '400 pending_auth_id is required');
  const other = await oauth.post('/oauth/callback', 'x', { 'content-type': 'text/plain', cookie: page.cookie });
  assert.ok(other.status >= 400 && other.status < 500);
  assert.is((await oauth.submit(page)).status, 302);
  assert.is(await says(oauth.submit(page)), '400 Authorization request has expired');
});

test('[D1.discovery.server] metadata says what the options say', async () => {
  const read = async (auth: Auth) =>
    JSON.parse((await inMemoryServer({ auth }).oauth.get('/.well-known/oauth-authorization-server')).text) as Record<string, unknown>;
  assert.is((await read({}))['registration_endpoint'], 'http://service.test/oauth/register');
  assert.not.ok('registration_endpoint' in (await read({ dcr: { enabled: false } })));
  assert.equal((await read({ allowedScopes: ['a', 'b:*'] }))['scopes_supported'], ['a']);
  const { oauth } = inMemoryServer();
  const answers = await Promise.all([1, 2].map(() => oauth.get('/.well-known/oauth-protected-resource')));
  assert.is(answers[0]?.text, answers[1]?.text);
  assert.is(answers[0]?.headers['cache-control'], 'no-store');
});

test('[D1.userinfo] userinfo answers the claims of the token, and refuses without one', async () => {
  const { oauth } = inMemoryServer();
  const ask = async (form: Fields) => {
    const { tokens } = await oauth.signIn({ form });
    return JSON.parse((await oauth.get('/oauth/userinfo', { authorization: `Bearer ${tokens.access_token}` })).text) as object;
  };
  assert.equal(Object.keys(await ask({ email: 'ada@example.com', name: 'Ada' })), ['sub', 'email', 'name']);
  assert.equal(Object.keys(await ask({ email: 'ada@example.com' })), ['sub', 'email']);
  assert.is((await oauth.get('/oauth/userinfo')).status, 401);
});

test('[D1.storage.fail-closed] a store that does not answer is 503 and a fault is 500, both with an id and no detail', async () => {
  const working = inMemoryServer();
  const broken = (failure: Error): InMemoryServer => {
    const store = new Proxy(working.parts.store, { get: () => () => Promise.reject(failure) });
    return inMemoryServer({ store });
  };
  for (const [failure, status, error] of [
    [new ServiceError('STORAGE_CONNECTION_ERROR', 'redis at 10.0.0.1 is away'), 503, 'temporarily_unavailable'],
    [new Error('redis at 10.0.0.1 is away'), 500, 'server_error'],
  ] as const) {
    const { oauth } = broken(failure);
    const registered = await oauth.register();
    assert.match(saysOf(registered), `${status} ${error}: Ask the operator about error id `);
    const page = await oauth.open('a-client-of-36-characters-as-ids-have', newPkce());
    const posted = await oauth.submit({ cookie: '', pendingAuthId: 'A'.repeat(22) });
    for (const answer of [registered, page.answer, posted]) assert.not.match(answer.text, '10.0.0.1');
    for (const { text } of [registered, posted]) assert.match(text, /error id (?!undefined)[\w-]{8,}/);
    assert.is(posted.status, status);
    assert.match(posted.text, 'Ask the operator about error id');
  }
});

test('[signin.private-schemes] a client of a listed scheme registers and gets its code there; others, and loopback look-alikes, do not', async () => {
  const uri = 'cursor://localhost/callback';
  const signInTo = async (privateUseSchemes: readonly string[], asked = uri) => {
    const { oauth } = inMemoryServer({ auth: { dcr: { privateUseSchemes } } });
    const registered = await oauth.register({ redirect_uris: [uri] });
    if (registered.status !== 201) return oauthErrorOf(registered).error;
    const { client_id: clientId } = JSON.parse(registered.text) as { client_id: string };
    const page = await oauth.open(clientId, newPkce(), { redirect_uri: asked });
    if (page.answer.status !== 200) return page.answer.status;
    return (await oauth.submit(page)).headers.location?.split('?')[0];
  };
  assert.equal(
    [
      await signInTo(['cursor']),
      await signInTo([]),
      await signInTo(['vscode']),
      await signInTo(['cursor'], `${uri}/`),
      await signInTo(['cursor'], 'Cursor://localhost/callback'),
    ],
    [uri, 'invalid_redirect_uri', 'invalid_redirect_uri', 400, 400],
  );
});

test.run();
