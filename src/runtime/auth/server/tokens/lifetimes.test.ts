import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { newPkce, oauthErrorOf, tokensOf } from '../../../../../test/support/oauth-driver.ts';

const second = 1000;
const day = 86_400 * second;

test('[D1.limits.code] a code is good for 60 seconds', async () => {
  for (const [after, status] of [
    [60 * second - 1, 200],
    [60 * second, 400],
  ] as const) {
    const server = inMemoryServer();
    const clientId = await server.oauth.clientId();
    const pkce = newPkce();
    const code = await server.oauth.code(clientId, pkce);
    server.now += after;
    assert.is((await server.oauth.exchange({ clientId, code, pkce })).status, status, String(after));
  }
});

test('[D1.limits.sign-in] an open page is good for ten minutes', async () => {
  for (const [after, status] of [
    [600 * second - 1, 302],
    [600 * second, 400],
  ] as const) {
    const server = inMemoryServer();
    const page = await server.oauth.open(await server.oauth.clientId(), newPkce());
    server.now += after;
    const answer = await server.oauth.submit(page);
    assert.is(answer.status, status);
    if (status === 400) assert.match(answer.text, 'Authorization request has expired');
  }
});

test('[D1.limits.access-token] [D1.limits.refresh-token] access tokens live for an hour, refresh tokens for 30 days from each issue', async () => {
  const server = inMemoryServer();
  const { clientId, tokens } = await server.oauth.signIn();
  server.now += 3600 * second - 1;
  assert.ok('sub' in (await server.identify(tokens.access_token)));
  server.now += second;
  const over = await server.identify(tokens.access_token);
  assert.ok('text' in over && over.status === 401 && over.text.includes('The token has expired'));
  server.now += 29 * day;
  const second30 = tokensOf(await server.oauth.refresh(clientId, tokens.refresh_token));
  server.now += 30 * day - second;
  const third = tokensOf(await server.oauth.refresh(clientId, second30.refresh_token));
  server.now += 30 * day;
  const refused = await server.oauth.refresh(clientId, third.refresh_token);
  assert.is(oauthErrorOf(refused).error_description, 'Refresh token is invalid or expired');
});

test('[R3.tombstone] a code that comes back after a second, a minute or a day is known as used, and ends what it began', async () => {
  for (const after of [second, 61 * second, day, 29 * day]) {
    const server = inMemoryServer();
    const { clientId, code, pkce, tokens } = await server.oauth.signIn();
    const next = tokensOf(await server.oauth.refresh(clientId, tokens.refresh_token));
    server.now += after;
    const replayed = await server.oauth.exchange({ clientId, code, pkce });
    assert.is(oauthErrorOf(replayed).error_description, 'Authorization code has already been used', String(after));
    assert.is((await server.oauth.refresh(clientId, next.refresh_token)).status, 400);
  }
});

test('[R29.unused] an unused registration ends after a day and frees its slot; a used one stays', async () => {
  const server = inMemoryServer({ auth: { dcr: { maxDynamicClients: 2 } } });
  const { clientId: usedId } = await server.oauth.signIn();
  const unusedId = await server.oauth.clientId();
  assert.is((await server.oauth.register()).status, 503);
  server.now += day;
  assert.is((await server.oauth.open(unusedId, newPkce())).answer.status, 400);
  assert.is((await server.oauth.open(usedId, newPkce())).answer.status, 200);
  assert.is((await server.oauth.register()).status, 201);
  assert.is((await server.oauth.register()).status, 503);
});

test('[I6.stored-hashed] nothing in the store is a code, a token or a secret', async () => {
  const server = inMemoryServer({ auth: { dcr: { clients: [] } } });
  const { code, pkce, tokens } = await server.oauth.signIn();
  const registered = JSON.parse(
    (await server.oauth.register({ redirect_uris: ['http://localhost/'], token_endpoint_auth_method: 'client_secret_post' })).text,
  ) as {
    client_secret: string;
  };
  const page = await server.oauth.open(await server.oauth.clientId(), newPkce());
  const { store } = server.parts;
  const values = await Promise.all((await store.keys('')).map(async (key) => `${key}=${await store.get(key)}`));
  assert.ok(values.length >= 5);
  const secrets = [
    code,
    code.split('.')[1],
    tokens.access_token,
    tokens.refresh_token,
    tokens.refresh_token.split('.')[2],
    pkce.verifier,
    registered.client_secret,
    page.cookie.split('=')[1],
  ];
  for (const secret of secrets)
    assert.not.ok(
      values.some((value) => value.includes(secret ?? '')),
      secret,
    );
});

test('[D1.two-instances] in-memory sign-ins are unknown to a second instance; a shared store and secret make one server of two', async () => {
  const [one, two] = [inMemoryServer(), inMemoryServer()];
  const page = await one.oauth.open(await one.oauth.clientId(), newPkce());
  assert.match((await two.oauth.submit(page)).text, 'Authorization request has expired');
  const first = inMemoryServer();
  const second2 = inMemoryServer({ store: first.parts.store });
  const clientId = await first.oauth.clientId();
  const pkce = newPkce();
  const location = (await second2.oauth.submit(await first.oauth.open(clientId, pkce))).headers.location ?? '';
  const code = new URL(location).searchParams.get('code') ?? '';
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? first : second2).oauth.exchange({ clientId, code, pkce })),
  );
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
});

test('[D1.tokens.other-secret] tokens and refresh tokens of a server with another secret are worth nothing', async () => {
  const one = inMemoryServer();
  const two = inMemoryServer({ store: one.parts.store, secret: 'another secret that is long enough' });
  const { clientId, tokens } = await one.oauth.signIn();
  assert.not.ok('sub' in (await two.identify(tokens.access_token)));
  assert.is((await two.oauth.refresh(clientId, tokens.refresh_token)).status, 400);
  assert.ok('sub' in (await one.identify(tokens.access_token)));
});

test.run();
