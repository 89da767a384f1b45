/* What endpoints write down, look at and leave alone: the rules beside the answers that `endpoints.test.ts` goes through. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { newPkce, redirectUri, tokensOf, type Fields } from '../../../../../test/support/oauth-driver.ts';
import { createAnonymousGrant } from '../grants/anonymous.ts';
import { issuingSettings } from '../local-settings.ts';
import { pageFields, shownValues } from '../sign-in/login-fields.ts';
import type { SignInExtension } from '../sign-in/sign-in-extensions.ts';
import type { SignInStep } from '../sign-in/sign-in-step.ts';

/** The one sign-in that is open, as it is stored. */
async function openSignIn(fields: Fields, metadata: object = {}): Promise<Record<string, unknown>> {
  const server = inMemoryServer();
  const clientId = await server.oauth.clientId({ redirect_uris: [redirectUri], ...metadata });
  await server.oauth.open(clientId, newPkce(), fields);
  const [key = ''] = await server.parts.store.keys('sign-in:');
  return JSON.parse((await server.parts.store.get(key)) ?? '{}') as Record<string, unknown>;
}

test('[N8.apps.parameter] the apps of a request are kept with it; a single one only in incremental mode', async () => {
  const appsOf = async (fields: Fields) => {
    const { apps, incremental } = await openSignIn(fields);
    return [apps, incremental];
  };
  assert.equal(await appsOf({}), [undefined, undefined]);
  assert.equal(await appsOf({ apps: ' mail,files  calendar,' }), [['mail', 'files', 'calendar'], undefined]);
  assert.equal(await appsOf({ apps: ',' }), [[], undefined]);
  assert.equal(await appsOf({ mode: 'incremental', app: 'mail' }), [undefined, { app: 'mail' }]);
  assert.equal(await appsOf({ mode: 'incremental', app: 'mail', tool: 'send' }), [undefined, { app: 'mail', tool: 'send' }]);
  for (const fields of [{ mode: 'incremental' }, { app: 'mail' }, { mode: 'all', app: 'mail' }])
    assert.equal(await appsOf(fields), [undefined, undefined], JSON.stringify(fields));
});

test('a sign-in keeps the name of its client, its state and its scopes, and no secret', async () => {
  const kept = await openSignIn({ scope: 'openid other', state: 'a b' }, { client_name: 'Desk' });
  assert.equal([kept['clientName'], kept['state'], kept['scopes'], kept['attempts']], ['Desk', 'a b', ['openid'], 0]);
  const bare = await openSignIn({ state: undefined });
  assert.equal(['clientName' in bare, 'state' in bare], [false, false]);
  const server = inMemoryServer();
  const { cookie } = await server.oauth.open(await server.oauth.clientId(), newPkce());
  const [, secret = ''] = cookie.split('=');
  assert.ok(secret.length > 20);
  for (const key of await server.parts.store.keys('')) assert.not.match((await server.parts.store.get(key)) ?? '', secret);
});

test('[D1.authorize.page-errors] a look by HEAD begins nothing, and a query has 16,384 characters at most', async () => {
  const server = inMemoryServer();
  const clientId = await server.oauth.clientId();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: newPkce().challenge,
  }).toString();
  const head = await server.send({ method: 'HEAD', path: `/oauth/authorize?${query}` });
  assert.equal([head.status, head.headers['allow'], await server.parts.store.keys('sign-in:')], [405, 'GET', []]);
  const long = (length: number) => server.oauth.get(`/oauth/authorize?${query}&x=${'x'.repeat(length - query.length - 3)}`);
  assert.is((await long(16_384)).status, 200);
  assert.match((await long(16_385)).text, 'The request is too long');
});

test('[D1.register] name and scope are echoed and kept where they were sent, and not where they were not', async () => {
  const { oauth, parts } = inMemoryServer();
  const registered = async (more: object) => {
    const echoed = JSON.parse((await oauth.register({ redirect_uris: [redirectUri], ...more })).text) as Record<string, unknown>;
    const stored = JSON.parse((await parts.store.get(`client:${String(echoed['client_id'])}`)) ?? '{}') as { client: object };
    return { echoed, stored: stored.client as Record<string, unknown> };
  };
  const some = await registered({ client_name: 'Desk', scope: 'a b' });
  assert.equal([some.echoed['client_name'], some.echoed['scope']], ['Desk', 'a b']);
  assert.equal([some.stored['clientName'], some.stored['scope']], ['Desk', 'a b']);
  const none = await registered({});
  for (const name of ['client_name', 'scope', 'client_secret', 'client_secret_expires_at']) assert.not.ok(name in none.echoed, name);
  for (const name of ['clientName', 'scope', 'secretHash']) assert.not.ok(name in none.stored, name);
  const secret = await registered({ token_endpoint_auth_method: 'client_secret_post' });
  assert.is(secret.echoed['client_secret_expires_at'], 0);
  assert.match(String(secret.echoed['client_secret']), /^[\w-]{43}$/);
  assert.not.match(JSON.stringify(secret.stored), String(secret.echoed['client_secret']));
});

test('[D1.discovery.server] documents may be kept only where no request can choose the address in them', async () => {
  const cached = async (server: InMemoryServer) =>
    Promise.all(
      ['oauth-authorization-server', 'oauth-protected-resource'].map(
        async (name) => (await server.oauth.get(`/.well-known/${name}`)).headers['cache-control'],
      ),
    );
  assert.equal(await cached(inMemoryServer()), ['no-store', 'no-store']);
  for (const value of await cached(inMemoryServer({ pinned: true }))) assert.match(String(value), 'max-age');
});

test('[D1.tokens.audience] one text or a list: tokens for each are accepted, others are not', async () => {
  const settingsOf = (expectedAudience: string | string[] | undefined) =>
    issuingSettings(expectedAudience === undefined ? {} : { expectedAudience }, false).expectedAudience;
  assert.equal(
    [settingsOf('https://a.example'), settingsOf(['https://a.example', 'https://b.example']), settingsOf(undefined)],
    [['https://a.example'], ['https://a.example', 'https://b.example'], undefined],
  );
  const issuing = inMemoryServer();
  const { tokens } = await issuing.oauth.signIn();
  assert.ok('sub' in (await issuing.identify(tokens.access_token)));
  const other = inMemoryServer({ auth: { expectedAudience: 'https://b.example' } });
  assert.ok('sub' in (await other.identify(tokens.access_token)), 'the server`s own address stays good');
});

test('[D1.discovery.server] discovery does not list the anonymous grant', async () => {
  const extension: SignInExtension = (parts) => ({ grants: [createAnonymousGrant(parts, ['anonymous'])] });
  const { oauth } = inMemoryServer({ extensions: [extension] });
  const { grant_types_supported: types } = JSON.parse((await oauth.get('/.well-known/oauth-authorization-server')).text) as object & {
    grant_types_supported: unknown;
  };
  assert.equal(types, ['authorization_code', 'refresh_token']);
  assert.is((await oauth.token({ grant_type: 'anonymous', client_id: 'c' })).status, 200);
});

test('[D1.authorize.client-id] a client that is gone by the time of a form ends the sign-in', async () => {
  const step: SignInStep = {
    name: 'more',
    isAnsweredBy: () => true,
    ask: () => Promise.resolve({ page: { status: 200, headers: {}, body: 'more' } }),
    answer: () => Promise.resolve({ settled: {} }),
  };
  const server = inMemoryServer({ extensions: [() => ({ steps: [step] })] });
  const clientId = await server.oauth.clientId();
  const [first, second] = [await server.oauth.open(clientId, newPkce()), await server.oauth.open(clientId, newPkce())];
  assert.is((await server.oauth.submit(first)).text, 'more');
  await server.parts.store.delete(`client:${clientId}`);
  for (const page of [first, second]) {
    const answer = await server.oauth.submit(page);
    assert.is(answer.status, 400);
    assert.match(answer.text, 'Unknown client_id');
  }
});

test('[D1.refresh.reuse] a retired token that comes back later ends its family; that of another client does not', async () => {
  const { oauth } = inMemoryServer();
  const { clientId, tokens } = await oauth.signIn();
  const second = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
  const refused = 'Refresh token is invalid or expired';
  assert.match((await oauth.refresh(await oauth.clientId(), tokens.refresh_token)).text, 'Client ID does not match');
  const third = tokensOf(await oauth.refresh(clientId, second.refresh_token));
  for (const { refresh_token: used } of [tokens, third, second]) assert.match((await oauth.refresh(clientId, used)).text, refused);
});

test('[ui.post] a form with another value than its page’s is no attempt', async () => {
  const { oauth } = inMemoryServer();
  const page = await oauth.open(await oauth.clientId(), newPkce());
  const refused = await oauth.submit(page, { email: 'ada@a.example', csrf: 'x' });
  assert.is(refused.status, 400);
  assert.match(refused.text, 'not of the page that was opened');
  assert.is((await oauth.submit(page)).status, 302);
});

test('[D1.client-secret] a form without a good header is not a client with one', async () => {
  const { oauth } = inMemoryServer();
  const { clientId, tokens } = await oauth.signIn();
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  for (const header of ['Basic', 'Basic !', `Basic ${Buffer.from([0xff, 0x3a]).toString('base64')}`])
    assert.is((await oauth.token({ ...form, client_id: clientId }, { authorization: header })).status, 401, header);
  tokensOf(await oauth.token({ ...form, client_id: clientId }, { authorization: 'Bearer x' }));
});

test('typed fields return to a custom page, except passwords and undeclared fields', () => {
  const fields = { user: {}, pin: { type: 'password' } } as const;
  assert.equal(shownValues(fields, { user: 'ada', pin: '1', other: 'x' }), { user: 'ada' });
  assert.equal(
    pageFields(fields, { pin: '1' }).map((field) => Object.keys(field)),
    [
      ['name', 'type', 'label', 'required'],
      ['name', 'type', 'label', 'required'],
    ],
  );
});

test.run();
