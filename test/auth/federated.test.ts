/* Providers upstream. The provider is a built server of our own in another process. */
import { tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LocalAuthOptions } from '../../src/runtime/define/auth-options.ts';
import type { UpstreamProviderOptions } from '../../src/runtime/define/provider-options.ts';
import { changeCharacter } from '../support/change-character.ts';
import { boxesOf } from '../support/step-scene.ts';
import { FetchSignIn, signInOrigin, valueOf, type Seen } from '../support/fetch-sign-in.ts';
import { claimsOf, newPkce, redirectUri, type Fields } from '../support/oauth-driver.ts';
import { SignInProject, type SignInServer } from '../support/sign-in-project.ts';

const project = new SignInProject();
let upstream: SignInServer;
const returnTo = (id: string): string => `${signInOrigin}/oauth/provider/${id}/callback`;

test.before(async () => {
  await project.build();
  const clients = ['one', 'two'].map((id) => ({ clientId: `client-${id}`, clientSecret: `secret-of-${id}`, redirectUris: [returnTo(id)] }));
  upstream = await project.boot({ options: { auth: { dcr: { clients } } } });
});
test.after(() => project.close());

const provider = (id: string, more: Partial<UpstreamProviderOptions> = {}): UpstreamProviderOptions => ({
  id,
  name: `Provider ${id}`,
  authorizationEndpoint: `${upstream.oauth.origin}/oauth/authorize`,
  tokenEndpoint: `${upstream.oauth.origin}/oauth/token`,
  clientId: `client-${id}`,
  clientSecret: `secret-of-${id}`,
  scopes: ['openid', 'email'],
  ...more,
});

const tokenOf = tool({ name: 'token', description: 'Asks for a token', inputSchema: undefined })(async (_input, { orchestration }) => {
  const one = await orchestration.tryGetToken('one');
  const two = await orchestration.tryGetToken('two');
  return JSON.stringify({
    one,
    two,
    ids: orchestration.getProviderIds(),
    has: orchestration.hasProvider('one'),
    signedIn: orchestration.isAuthenticated,
  });
});
const only = tool({ name: 'only', description: 'Needs the only provider' })((_input, { orchestration }) => orchestration.getToken());

function serve(auth: Partial<LocalAuthOptions> = {}): FetchSignIn {
  return new FetchSignIn({ tools: [tokenOf, only], auth: { mode: 'local', providers: [provider('one'), provider('two')], ...auth } });
}

interface Way {
  readonly server: FetchSignIn;
  readonly clientId: string;
  readonly pkce: ReturnType<typeof newPkce>;
  /** The page to pick providers on. */
  readonly picker: Seen;
}

async function toPicker(server: FetchSignIn): Promise<Way> {
  const [clientId, pkce] = [await server.clientId(), newPkce()];
  return { server, clientId, pkce, picker: await server.open(clientId, pkce) };
}

/** Without `authenticate` the picker asks who signs in. */
const person = { email: 'ada@example.com', name: 'Ada' };
const pick = ({ picker, server }: Way, ...providers: string[]): Promise<Seen> => server.submit(picker, { ...person, providers });

/** Signs in at the provider; the path of the return. */
async function visit(seen: Seen, form: Fields = { email: 'ada@upstream.example', name: 'Ada' }): Promise<string> {
  const there = new URL(seen.location ?? 'http://nowhere');
  const answer = await upstream.oauth.get(`${there.pathname}${there.search}`);
  const pendingAuthId = /name="pending_auth_id" value="([^"]+)"/.exec(answer.text)?.[1] ?? '';
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const sent = await upstream.oauth.submit({ pendingAuthId, cookie }, form);
  assert.ok(sent.headers.location !== undefined, `${answer.status} ${answer.text} ${sent.text}`);
  const back = new URL(sent.headers.location);
  assert.is(back.origin, signInOrigin);
  return `${back.pathname}${back.search}`;
}

const tokensOf = async (server: FetchSignIn, token: string): Promise<Record<string, unknown>> =>
  JSON.parse(String(valueOf(await server.call(token, 'token')))) as Record<string, unknown>;

const subjectOf = (token: unknown): unknown => claimsOf(String(token))['email'];

test('[N6.visits] providers are visited one after another; their tokens reach the tools of this person alone', async () => {
  const server = serve();
  const way = await toPicker(server);
  assert.equal(boxesOf(way.picker.text), { all: ['one', 'two'], ticked: ['one', 'two'] });
  const first = await pick(way, 'one', 'two');
  const there = new URL(first.location ?? '');
  assert.is(`${there.origin}${there.pathname}`, `${upstream.oauth.origin}/oauth/authorize`);
  assert.is(there.searchParams.get('code_challenge_method'), 'S256');
  assert.is(there.searchParams.get('redirect_uri'), returnTo('one'));
  assert.match(there.searchParams.get('state') ?? '', /^federated:[\w-]{22}:[\w-]{43}$/);
  const second = await server.get(await visit(first));
  assert.is(new URL(second.location ?? '').searchParams.get('redirect_uri'), returnTo('two'));
  const done = await server.get(await visit(second, { email: 'ada@second.example' }));
  assert.ok(done.location?.startsWith(redirectUri), done.text);
  const token = await server.token(way.clientId, way.pkce, done.location);
  assert.equal(claimsOf(token)['federated'], { enabled: true, selectedProviders: ['one', 'two'], skippedProviders: [] });
  const { ids, one, signedIn, two } = await tokensOf(server, token);
  assert.equal([subjectOf(one), subjectOf(two)], ['ada@upstream.example', 'ada@second.example']);
  assert.equal([ids, signedIn], [['one', 'two'], true]);
  assert.match(JSON.stringify(await server.call(token, 'only')), 'name one of one, two');
  for (const secret of [String(one), String(two), 'secret-of-one']) assert.not.match(server.lines.join('\n'), secret);
});

test('[R39.picker] without authenticate the first page asks for the person and the providers; a form without providers links none', async () => {
  const server = serve();
  const way = await toPicker(server);
  assert.match(way.picker.text, '<h1>Sign In</h1>');
  assert.match(way.picker.text, 'does not check who you are');
  assert.match(way.picker.text, 'name="email" required');
  const nobody = await server.submit(way.picker, { email: '', providers: 'one' });
  assert.is(nobody.status, 400);
  assert.match(nobody.text, 'Email is required');
  const leaving = await server.submit(nobody, person);
  assert.is(new URL(leaving.location ?? '').searchParams.get('redirect_uri'), returnTo('one'), 'the choice was kept');
  const other = await toPicker(serve());
  const { email, federated } = claimsOf(await other.server.token(other.clientId, other.pkce, (await pick(other)).location));
  assert.equal([email, federated], [person.email, { enabled: true, selectedProviders: [], skippedProviders: ['one', 'two'] }]);
});

test('[R39.picker] with authenticate its form stands behind the picker, and the chosen providers are visited once the user is known', async () => {
  const fields = { user: { label: 'User', required: true }, pin: { type: 'password', label: 'PIN', required: true } } as const;
  const asked: object[] = [];
  const server = serve({
    login: { title: 'Office', fields },
    authenticate: (input) => {
      asked.push({ ...input.fields });
      return Promise.resolve(input.fields['pin'] === '1234' ? { ok: true, sub: 'ada' } : { ok: false, message: 'Wrong PIN' });
    },
  });
  const way = await toPicker(server);
  assert.match(way.picker.text, '<h1>Office</h1>');
  assert.not.match(way.picker.text, 'name="pin"');
  assert.is((await server.submit(way.picker, { providers: 'nobody' })).status, 400);
  const form = await server.submit(way.picker, { user: 'ada', pin: '1234', providers: 'two' });
  assert.match(form.text, 'name="pin"');
  assert.equal(asked, [], 'the picker is no form of authenticate');
  assert.match((await server.submit(form, { user: 'ada', pin: '1' })).text, 'Wrong PIN');
  const leaving = await server.submit(form, { user: 'ada', pin: '1234' });
  assert.is(new URL(leaving.location ?? '').searchParams.get('redirect_uri'), returnTo('two'));
  const done = await server.get(await visit(leaving));
  const token = await server.token(way.clientId, way.pkce, done.location);
  assert.equal(claimsOf(token)['federated'], { enabled: true, selectedProviders: ['two'], skippedProviders: ['one'] });
});

test('[R39.picker] a client that posts the form of the user first is asked for providers afterwards', async () => {
  const server = serve();
  const { clientId, picker, pkce } = await toPicker(server);
  const pendingAuthId = valueOfField(picker.text, 'pending_auth_id');
  const later = await server.post('/oauth/callback', {
    pending_auth_id: pendingAuthId,
    csrf: valueOfField(picker.text, 'csrf'),
    ...person,
  });
  assert.equal(boxesOf(later.text).all, ['one', 'two']);
  const done = await server.submit(later, { providers: [] });
  assert.ok(claimsOf(await server.token(clientId, pkce, done.location))['federated']);
});

const valueOfField = (html: string, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

test('[N6.skip] a provider is skipped by not ticking it, or by saying no there', async () => {
  const server = serve();
  const way = await toPicker(server);
  const there = new URL((await pick(way, 'one')).location ?? '');
  const state = encodeURIComponent(there.searchParams.get('state') ?? '');
  const done = await server.get(`/oauth/provider/one/callback?error=access_denied&state=${state}`);
  const token = await server.token(way.clientId, way.pkce, done.location);
  assert.equal(claimsOf(token)['federated'], { enabled: true, selectedProviders: [], skippedProviders: ['one', 'two'] });
  assert.match(JSON.stringify(await server.call(token, 'only')), 'not linked');
});

test('[N6.required] rules about the number and names of providers are shown on the page', async () => {
  const way = await toPicker(serve({ federatedAuth: { requiredProviders: ['two'], minProviders: 2 } }));
  assert.ok((await pick(way, 'one')).text.includes('Required provider(s) not linked: two'));
  const few = await toPicker(serve({ federatedAuth: { minProviders: 2 } }));
  assert.ok((await pick(few, 'one')).text.includes('At least 2 provider(s) must be linked'));
  const unknown = await pick(way, 'one', 'three');
  assert.is(unknown.status, 400);
  assert.match(unknown.text, 'Invalid provider selection');
});

test('[N6.required] saying no at a required provider brings the page again', async () => {
  const server = serve({ federatedAuth: { requiredProviders: ['one'] } });
  const way = await toPicker(server);
  const state = new URL((await pick(way, 'one')).location ?? '').searchParams.get('state') ?? '';
  const again = await server.get(`/oauth/provider/one/callback?error=access_denied&state=${encodeURIComponent(state)}`);
  assert.is(again.status, 200);
  assert.ok(again.text.includes('Required provider(s) not linked: one'));
  const done = await server.get(await visit(await server.submit(again, { providers: 'one' })));
  assert.ok(done.location?.startsWith(redirectUri), done.text);
});

test('[R15.state] a return counts once, in its own browser, at its own provider, with its own state and issuer', async () => {
  const server = serve();
  const way = await toPicker(server);
  const back = await visit(await pick(way, 'one', 'two'));
  const state = new URL(back, signInOrigin).searchParams.get('state') ?? '';
  const refusals = [
    back.replace('/one/', '/two/'),
    back.replace(encodeURIComponent(state), encodeURIComponent(changeCharacter(state, -1))),
    back.replace(encodeURIComponent(state), 'x'),
    back.replace(/([?&])state=[^&]*/, '$1x=y'),
  ];
  for (const path of refusals) assert.is((await server.get(path)).status, 400, path);
  const head = new FetchSignIn({ tools: [only], auth: { mode: 'local', providers: [provider('one')] } });
  assert.is((await head.get(back)).status, 400, 'another server');
  const foreign = back.replace(/iss=[^&]*/, `iss=${encodeURIComponent('https://evil.example')}`);
  assert.is((await server.get(foreign)).status, 400);
  assert.is((await server.get(back)).status, 400, 'the state was used up');
});

test('[R15.browser] a return in another browser links nothing', async () => {
  const server = serve();
  const back = await visit(await pick(await toPicker(server), 'one'));
  server.forgetCookies();
  assert.is((await server.get(back)).status, 400);
});

test('a provider that refuses the code brings the page again, and the log holds no secret', async () => {
  const server = serve({ providers: [provider('one', { clientSecret: 'a-wrong-secret' })] });
  const page = await server.get(await visit(await pick(await toPicker(server), 'one')));
  assert.is(page.status, 200);
  assert.match(page.text, 'Provider one could not be linked');
  assert.match(server.lines.join('\n'), 'could not be linked');
  assert.not.match(server.lines.join('\n'), 'a-wrong-secret');
});

async function linked(server: FetchSignIn): Promise<string> {
  const way = await toPicker(server);
  const done = await server.get(await visit(await pick(way, 'one')));
  return server.token(way.clientId, way.pkce, done.location);
}

test('[D1.upstream-refresh] a token that ends within the skew is renewed, once for calls at once; switched off it never is', async () => {
  const server = serve({ refresh: { skewSeconds: 4000 } });
  const token = await linked(server);
  const [first, second] = await Promise.all([server.call(token, 'only'), server.call(token, 'only')]);
  assert.is(valueOf(first), valueOf(second), 'one renewal');
  assert.is.not(valueOf(await server.call(token, 'only')), valueOf(first));
  const never = serve({ refresh: { enabled: false, skewSeconds: 4000 } });
  const other = await linked(never);
  assert.is(valueOf(await never.call(other, 'only')), valueOf(await never.call(other, 'only')));
});

test('[N5.options] an invalid provider is refused with the reason', async () => {
  const cases: [Partial<UpstreamProviderOptions>, string][] = [
    [{ authorizationEndpoint: undefined } as never, 'authorizationEndpoint (or authorizeUrl) is required'],
    [{ authorizeUrl: 'https://x.example/a' }, 'provide only one of authorizationEndpoint or authorizeUrl'],
    [{ tokenEndpoint: undefined } as never, 'tokenEndpoint (or tokenUrl) is required'],
    [{ tokenUrl: 'https://x.example/a' }, 'provide only one of tokenEndpoint or tokenUrl'],
    [{ tokenEndpoint: 'http://x.example/t' }, 'tokenEndpoint must be an https address'],
    [{ id: 'a/b' }, 'it is a part of an address'],
    [{ clientId: '' }, 'clientId is required'],
  ];
  for (const [more, text] of cases) {
    const server = serve({ providers: [provider('one', more)] });
    await server.get('/');
    assert.ok(server.lines.join('\n').includes(text), text);
  }
});

test('[N5.mode] mode remote, which has one provider, refuses a list of them', async () => {
  const server = new FetchSignIn({
    tools: [only],
    auth: { mode: 'remote', provider: upstream.oauth.origin, clientId: 'x', providers: [provider('one')] },
  });
  await server.get('/');
  assert.match(server.lines.join('\n'), 'auth.providers belongs to mode local');
});

test.run();
