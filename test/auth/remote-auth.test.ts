/* `auth: { mode: remote }` on the built bundle, with a provider on real sockets. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AccessProject, type AccessServer } from '../support/access-project.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { newPkce, OAuthDriver, redirectUri, tokensOf, type OpenPage, type Pkce } from '../support/oauth-driver.ts';
import { parseMessage, parseWire, type WireAnswer } from '../support/wire-client.ts';

interface Context {
  readonly provider: TestProvider;
  readonly project: AccessProject;
}
const test = suite<Context>('remote');
const secrets = { JWT_SECRET: '0123456789abcdef0123456789abcdef', PROVIDER_SECRET: 'of the & provider' };

test.before(async (context) => {
  const provider = await TestProvider.start();
  const project = new AccessProject('remote', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  await project.build();
  Object.assign(context, { provider, project });
});
test.after(async ({ project, provider }) => {
  await project.close();
  await provider.stop();
});

interface Way {
  readonly oauth: OAuthDriver;
  readonly clientId: string;
  readonly pkce: Pkce;
  readonly page: OpenPage;
  /** Where the browser is sent. */
  readonly out: URL;
}

async function leave(server: AccessServer): Promise<Way> {
  const oauth = new OAuthDriver((request) => server.send(request), `http://127.0.0.1:${server.port}`);
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  const page = await oauth.open(clientId, pkce, { scope: 'openid write' });
  assert.is(page.answer.status, 302, page.answer.text);
  return { oauth, clientId, pkce, page, out: new URL(String(page.answer.headers.location)) };
}

/** The provider gives tokens of this person for a code. */
function give(provider: TestProvider, out: URL, change: { id?: Record<string, unknown>; user?: object; more?: object } = {}): void {
  provider.answers.set('/userinfo', { sub: 'p-7', email: 'ann@example.test', name: 'Ann', ...change.user });
  provider.exchange = async () => ({
    access_token: 'provider-access-token',
    refresh_token: 'provider-refresh-token',
    expires_in: 3600,
    id_token: await provider.sign({ sub: 'p-7', aud: 'service client', nonce: out.searchParams.get('nonce'), ...change.id }),
    ...change.more,
  });
}

const comeBack = (
  { oauth, out, page }: Way,
  change: Record<string, string | undefined> = {},
  cookie = page.cookie,
): Promise<WireAnswer> => {
  const fields = { code: 'provider-code', state: String(out.searchParams.get('state')), ...change };
  const query = new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return oauth.get(`/oauth/provider/idp/callback?${query.toString()}`, { cookie });
};

test('[remote.way] sign-in at the provider, own tokens, the provider tokens sealed and given to tools', async ({ project, provider }) => {
  const server = await project.boot(secrets);
  const way = await leave(server);
  assert.is(`${way.out.origin}${way.out.pathname}`, `${provider.issuer}/authorize`);
  const sent = Object.fromEntries(way.out.searchParams);
  assert.is(sent['client_id'], 'service client');
  assert.is(sent['redirect_uri'], `${way.oauth.origin}/oauth/provider/idp/callback`);
  assert.is(sent['code_challenge_method'], 'S256');
  assert.is.not(sent['state'], 'st4te');
  give(provider, way.out);
  const back = await comeBack(way);
  assert.is(back.status, 302, back.text);
  const location = new URL(String(back.headers.location));
  assert.ok(location.href.startsWith(redirectUri));
  assert.is(location.searchParams.get('state'), 'st4te');
  assert.is(location.searchParams.get('iss'), way.oauth.origin);
  const { authorization, form } = provider.posted.at(-1) ?? { authorization: '', form: {} };
  assert.is(authorization, `Basic ${Buffer.from('service+client:of+the+%26+provider').toString('base64')}`);
  assert.is(form['client_secret'], undefined);
  assert.is(form['code'], 'provider-code');
  assert.ok(String(form['code_verifier']).length >= 43);
  const tokens = tokensOf(
    await way.oauth.exchange({ clientId: way.clientId, code: String(location.searchParams.get('code')), pkce: way.pkce }),
  );
  assert.equal(await server.whoami(tokens.access_token), {
    sub: 'p-7',
    mode: 'remote',
    anonymous: false,
    scopes: ['openid', 'write'],
    roles: [],
  });
  const info = parseMessage((await way.oauth.get('/oauth/userinfo', { authorization: `Bearer ${tokens.access_token}` })).text);
  assert.equal(info, { sub: 'p-7', email: 'ann@example.test', name: 'Ann' });
  const upstream = await server.ask('tools/call', { name: 'upstream', arguments: {} }, tokens.access_token);
  assert.equal(parseWire(upstream.text).result.structuredContent, { token: 'provider-access-token', providers: ['idp'] });
  // The provider's token is for the provider.
  assert.is((await server.ask('tools/list', {}, 'provider-access-token')).status, 401);
  assert.is((await server.ask('tools/list', {}, await provider.sign())).status, 401);
  for (const secret of ['provider-access-token', 'provider-refresh-token', 'of the & provider', 'provider-code', String(sent['state'])])
    assert.not.match(server.log(), secret);
});

test('[remote.renew] a token that expires soon is renewed once for all callers', async ({ project, provider }) => {
  const server = await project.boot(secrets);
  const way = await leave(server);
  give(provider, way.out, { more: { expires_in: 5 } });
  const back = await comeBack(way);
  const code = String(new URL(String(back.headers.location)).searchParams.get('code'));
  const { access_token: token } = tokensOf(await way.oauth.exchange({ clientId: way.clientId, code, pkce: way.pkce }));
  provider.posted.length = 0;
  provider.exchange = () => ({ access_token: 'renewed-token', expires_in: 3600 });
  const ask = async (): Promise<unknown> => {
    const answer = await server.ask('tools/call', { name: 'upstream', arguments: {} }, token);
    return Reflect.get(Object(parseWire(answer.text).result.structuredContent), 'token');
  };
  assert.equal(await Promise.all([ask(), ask(), ask()]), ['renewed-token', 'renewed-token', 'renewed-token']);
  assert.is(await ask(), 'renewed-token');
  assert.equal(
    provider.posted.map(({ form }) => [form['grant_type'], form['refresh_token']]),
    [['refresh_token', 'provider-refresh-token']],
  );
});

test('[remote.state] a state is good for one return, of this browser, of this provider', async ({ project, provider }) => {
  const server = await project.boot(secrets);
  const way = await leave(server);
  give(provider, way.out);
  provider.posted.length = 0;
  for (const [what, answer] of [
    ['another browser', await comeBack(way, {}, 'service_signin_x=y')],
    ['no state', await comeBack(way, { state: undefined })],
    ['a made up state', await comeBack(way, { state: 'A'.repeat(43) })],
    ['the state of the client', await comeBack(way, { state: 'st4te' })],
  ] as const) {
    assert.is(answer.status, 400, what);
    assert.is(answer.headers.location, undefined, what);
  }
  assert.is(
    (await way.oauth.get(`/oauth/provider/other/callback?${way.out.searchParams.toString()}`, { cookie: way.page.cookie })).status,
    404,
  );
  assert.equal(provider.posted, [], 'no code was handed on');
  const both = await Promise.all([comeBack(way), comeBack(way)]);
  assert.equal(
    both.map(({ status }) => status).sort((one, other) => one - other),
    [302, 400],
  );
  assert.is((await comeBack(way)).status, 400);
});

test('[remote.identity] what the provider says of the person must fit together', async ({ project, provider }) => {
  const server = await project.boot(secrets);
  for (const [what, change] of [
    ['another nonce', { id: { nonce: 'other' } }],
    ['no nonce', { id: { nonce: undefined } }],
    ['another audience', { id: { aud: 'someone else' } }],
    ['several audiences for another party', { id: { aud: ['service client', 'other'], azp: 'other' } }],
    ['another issuer', { id: { iss: 'https://other.test' } }],
    ['an ended identity', { id: { exp: 1000 } }],
    ['two people', { user: { sub: 'p-8' } }],
    ['nobody', { id: {}, more: { id_token: undefined }, user: { sub: undefined } }],
    ['no token', { more: { access_token: undefined } }],
  ] as const) {
    const way = await leave(server);
    give(provider, way.out, change);
    const answer = await comeBack(way);
    assert.is(answer.status, 502, what);
    assert.is(answer.headers.location, undefined, what);
    assert.not.match(answer.text, 'provider-');
  }
  const refused = await leave(server);
  const answer = await comeBack(refused, { code: undefined, error: 'access_denied"><script>' });
  assert.is(answer.status, 400);
  assert.not.match(answer.text, '<script>');
});

test('[remote.issuer] a return that names another issuer, or none where one is promised, is refused', async () => {
  const provider = await TestProvider.start();
  provider.more = { authorization_response_iss_parameter_supported: true };
  const project = new AccessProject('remote', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  await project.build();
  const server = await project.boot(secrets);
  for (const [iss, status] of [
    [undefined, 400],
    ['https://other.test', 400],
    [provider.issuer, 302],
  ] as const) {
    const way = await leave(server);
    give(provider, way.out);
    assert.is((await comeBack(way, { iss })).status, status, iss);
  }
  await project.close();
  await provider.stop();
});

test('[remote.walk] the form of the local mode is not there, and nothing opens without a token', async ({ project }) => {
  const server = await project.boot(secrets);
  const way = await leave(server);
  const id = way.page.cookie.split('=')[0]?.replace('service_signin_', '') ?? '';
  assert.is((await way.oauth.submit({ pendingAuthId: id.padEnd(22, 'A'), cookie: way.page.cookie })).status, 400);
  assert.is((await server.ask('tools/list', {})).status, 401);
  assert.is((await server.send({ method: 'GET', path: '/me' })).status, 401);
});

test.run();
