import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../../../../../test/support/change-character.ts';
import { inMemoryServer, type InMemoryOptions, type InMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, oauthErrorOf, tokensOf } from '../../../../../test/support/oauth-driver.ts';
import { StorageConnectionError } from '../../../errors/index.ts';
import { MemoryStore } from '../../../storage/drivers/memory.ts';
import type { Store } from '../../../model/store.ts';
import { ConsentRecords } from '../consent/consent-records.ts';
import { appGrants } from '../incremental/create-incremental-step.ts';
import { withdrawalOf } from '../records/withdrawals.ts';
import { ConnectTickets } from '../../vault/index.ts';
import { createAnonymousGrant } from '../grants/anonymous.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import type { SignInExtension } from '../sign-in/sign-in-extensions.ts';
import { createRevocation, RevocableGrants } from './create-revocation.ts';

interface Revocable extends InMemoryServer {
  readonly grants: RevocableGrants;
}

function revocable(options: InMemoryOptions = {}): Revocable {
  const made: RevocableGrants[] = [];
  const extension: SignInExtension = (parts) => {
    const grants = new RevocableGrants(parts.signInStore, parts.clock);
    made.push(grants);
    return createRevocation(parts, grants);
  };
  const server = inMemoryServer({ ...options, extensions: [extension, ...(options.extensions ?? [])] });
  const [grants] = made;
  if (grants === undefined) throw new Error('the extension was not asked');
  return Object.assign(server, { grants });
}

const secretClient = {
  clientId: 'desk',
  clientSecret: 'a secret of 32 characters, or so',
  redirectUris: ['http://127.0.0.1:9999/callback'],
};

/** A store that runs something before each of its operations. */
function interrupted(before: (operation: keyof Store, key: string) => Promise<void>): Store {
  const inner = new MemoryStore({ clock: () => 1_800_000_000_000 });
  return {
    get: (key) => before('get', key).then(() => inner.get(key)),
    set: (key, ...rest) => before('set', key).then(() => inner.set(key, ...rest)),
    compareAndSet: (key, swap) => before('compareAndSet', key).then(() => inner.compareAndSet(key, swap)),
    delete: (key) => before('delete', key).then(() => inner.delete(key)),
    keys: (prefix) => before('keys', prefix).then(() => inner.keys(prefix)),
    increment: (key, ...rest) => before('increment', key).then(() => inner.increment(key, ...rest)),
    ping: () => inner.ping(),
    close: () => inner.close(),
  };
}

/** @returns with what lets days pass */
const withClock = (server: Revocable): Revocable & { pass(days: number): void } =>
  Object.assign(server, { pass: (days: number) => void (server.now += days * 86_400_000) });

const isIn = async (server: InMemoryServer, token: string): Promise<boolean> => 'sub' in (await server.identify(token));

test('[revocation.refresh] [revocation.hint] a refresh token, retired or not and with any hint, ends its whole grant', async () => {
  const server = revocable();
  const { oauth } = server;
  const hints = [undefined, 'refresh_token', 'access_token', 'nonsense'];
  for (const [at, hint] of hints.entries()) {
    const { clientId, tokens } = await oauth.signIn();
    const next = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
    const shown = at % 2 === 0 ? tokens.refresh_token : next.refresh_token;
    const answer = await oauth.post('/oauth/revoke', { token: shown, client_id: clientId, token_type_hint: hint });
    assert.is(answer.status, 200, answer.text);
    assert.is(answer.text, '');
    assert.is(answer.headers['cache-control'], 'no-store');
    assert.is((await oauth.refresh(clientId, next.refresh_token)).status, 400);
    assert.equal(
      await Promise.all([tokens, next].map(({ access_token }) => isIn(server, access_token))),
      [false, false],
      'access tokens end with their grant',
    );
  }
});

test('[revocation.access] an access token ends its grant, and other grants of the same person and client stay', async () => {
  const server = revocable();
  const { oauth } = server;
  const clientId = await oauth.clientId();
  const [one, other] = [await oauth.signIn({ clientId }), await oauth.signIn({ clientId })];
  assert.is((await oauth.post('/oauth/revoke', { token: one.tokens.access_token, client_id: clientId })).status, 200);
  const refused = await server.identify(one.tokens.access_token);
  assert.ok('status' in refused && refused.status === 401 && refused.text.includes('The token was revoked'));
  assert.is((await oauth.refresh(clientId, one.tokens.refresh_token)).status, 400);
  assert.ok(await isIn(server, other.tokens.access_token));
  assert.is((await oauth.refresh(clientId, other.tokens.refresh_token)).status, 200);
});

test('[revocation.unknown] malformed, foreign and expired tokens are answered alike', async () => {
  const server = revocable();
  const { oauth } = server;
  const { clientId, code, tokens } = await oauth.signIn();
  const elsewhere = await revocable({ secret: 'another secret of at least 32 bytes' }).oauth.signIn();
  const [grantId = ''] = tokens.refresh_token.split('.');
  const strangers = [
    'nonsense',
    code,
    elsewhere.tokens.access_token,
    elsewhere.tokens.refresh_token,
    `${grantId}.1.${'A'.repeat(43)}`,
    changeCharacter(tokens.access_token, -2),
    await new AccessTokens(server.parts.keys, server.parts.clock).sign({
      sub: 'ada',
      issuer: 'https://other.example',
      audience: 'http://service.test/mcp',
      scopes: [],
      lifetimeSeconds: 3600,
      claims: { client_id: clientId, grant_id: grantId },
    }),
  ];
  for (const token of strangers) assert.is((await oauth.post('/oauth/revoke', { token, client_id: clientId })).status, 200, token);
  assert.ok(await isIn(server, tokens.access_token), 'nothing of it ended the grant');
  assert.equal(Object.keys(await server.identify('nonsense')), ['status', 'text'], 'a bad token is refused as ever');
  for (let at = 0; at < 2; at++)
    assert.is((await oauth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })).status, 200);
});

test('[revocation.foreign] [revocation.client] only the client of a grant ends it, and shows its secret when it has one', async () => {
  const server = revocable({ auth: { dcr: { clients: [secretClient] } } });
  const { oauth } = server;
  const mine = await oauth.signIn();
  const other = await oauth.clientId();
  for (const token of [mine.tokens.refresh_token, mine.tokens.access_token]) {
    const answer = await oauth.post('/oauth/revoke', { token, client_id: other });
    assert.is(answer.status, 400);
    assert.equal(oauthErrorOf(answer), { error: 'invalid_grant', error_description: 'Client ID does not match' });
    const stranger = await oauth.post('/oauth/revoke', { token, client_id: 'stranger' });
    assert.is(stranger.status, 401);
    assert.is(oauthErrorOf(stranger).error, 'invalid_client');
    assert.is(oauthErrorOf(await oauth.post('/oauth/revoke', { token })).error, 'invalid_request', 'no client at all');
  }
  assert.ok(await isIn(server, mine.tokens.access_token));
  const pkce = newPkce();
  const code = await oauth.code('desk', pkce);
  const secret = { client_secret: secretClient.clientSecret };
  const { refresh_token: token } = tokensOf(await oauth.exchange({ clientId: 'desk', code, pkce }, secret));
  assert.is((await oauth.post('/oauth/revoke', { token, client_id: 'desk' })).status, 401);
  assert.is((await oauth.post('/oauth/revoke', { token, client_id: 'desk', client_secret: 'guessed' })).status, 401);
  const basic = Buffer.from(`desk:${encodeURIComponent(secretClient.clientSecret)}`).toString('base64');
  assert.is((await oauth.post('/oauth/revoke', { token }, { authorization: `Basic ${basic}` })).status, 200);
  assert.is((await oauth.refresh('desk', token, secret)).status, 400);
});

test('[revocation.form] the body alone is read, and read once', async () => {
  const server = revocable();
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn();
  const inQuery = `/oauth/revoke?token=${encodeURIComponent(tokens.refresh_token)}&client_id=${clientId}`;
  assert.is(oauthErrorOf(await oauth.post(inQuery, {})).error, 'invalid_request');
  assert.is(oauthErrorOf(await oauth.post('/oauth/revoke', { token: ['a', 'b'], client_id: clientId })).error, 'invalid_request');
  const json = JSON.stringify({ token: tokens.refresh_token, client_id: clientId });
  assert.is((await oauth.post('/oauth/revoke', json, { 'content-type': 'application/json' })).status, 400);
  assert.is((await oauth.get(inQuery)).status, 404, 'no GET endpoint');
  assert.ok(await isIn(server, tokens.access_token));
});

test('[revocation.tokens] tokens name their grant; those that name none are taken until they expire and cannot be revoked', async () => {
  const store = new MemoryStore({ clock: () => 1_800_000_000_000 });
  const before = inMemoryServer({ store });
  const early = await before.oauth.signIn();
  assert.is(claimsOf(early.tokens.access_token)['grant_id'], undefined);
  const server = revocable({ store, extensions: [(parts) => ({ grants: [createAnonymousGrant(parts, ['anonymous'])] })] });
  const { oauth } = server;
  const { clientId, tokens } = await oauth.signIn();
  assert.is(claimsOf(tokens.access_token)['grant_id'], tokens.refresh_token.split('.')[0]);
  const anonymous = JSON.parse((await oauth.token({ grant_type: 'anonymous', client_id: clientId })).text) as { access_token: string };
  for (const [token, client] of [
    [early.tokens.access_token, early.clientId],
    [anonymous.access_token, clientId],
  ] as const) {
    const answer = await oauth.post('/oauth/revoke', { token, client_id: client });
    assert.is(answer.status, 400);
    assert.is(oauthErrorOf(answer).error, 'unsupported_token_type');
    assert.ok(await isIn(server, token));
  }
  assert.is((await oauth.post('/oauth/revoke', { token: early.tokens.refresh_token, client_id: early.clientId })).status, 200);
  assert.is((await oauth.refresh(early.clientId, early.tokens.refresh_token)).status, 400, 'a grant of before ends by its refresh token');
  const [key = ''] = await store.keys(`grant:${tokens.refresh_token.split('.')[0]}`);
  await store.delete(key);
  assert.not.ok(await isIn(server, tokens.access_token), 'a grant that is gone is no grant');
});

test('[revocation.withdraw] a withdrawal ends every grant of one person and of no other', async () => {
  const server = revocable();
  const { grants, oauth } = server;
  const ada = [await oauth.signIn(), await oauth.signIn()];
  const eve = await oauth.signIn({ form: { email: 'eve@example.com' } });
  const sub = String(claimsOf(ada[0]?.tokens.access_token ?? '')['sub']);
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  const code = await oauth.code(clientId, pkce);
  await grants.withdraw(sub);
  for (const one of ada) {
    assert.not.ok(await isIn(server, one.tokens.access_token));
    assert.is((await oauth.refresh(one.clientId, one.tokens.refresh_token)).status, 400);
  }
  assert.is((await oauth.exchange({ clientId, code, pkce })).status, 400, 'a code from before');
  assert.ok(await isIn(server, eve.tokens.access_token));
  assert.is((await oauth.refresh(eve.clientId, eve.tokens.refresh_token)).status, 200);

  const again = await oauth.signIn();
  assert.ok(await isIn(server, again.tokens.access_token), 'who signs in afterwards has a new grant');
  const next = tokensOf(await oauth.refresh(again.clientId, again.tokens.refresh_token));
  await grants.withdraw(sub);
  assert.not.ok(await isIn(server, next.access_token), 'and a second withdrawal ends that too');
  server.now += 29 * 86_400_000;
  assert.is((await oauth.refresh(again.clientId, next.refresh_token)).status, 400, 'for as long as the grant would have lived');
});

test('[revocation.withdraw] a grant of after the withdrawal outlives its record', async () => {
  const { grants, oauth, ...server } = withClock(revocable());
  const first = await oauth.signIn();
  await grants.withdraw(String(claimsOf(first.tokens.access_token)['sub']));
  const { clientId, tokens } = await oauth.signIn();
  server.pass(20);
  const next = tokensOf(await oauth.refresh(clientId, tokens.refresh_token));
  server.pass(20);
  assert.is((await oauth.refresh(clientId, next.refresh_token)).status, 200);
  assert.is((await oauth.refresh(first.clientId, first.tokens.refresh_token)).status, 400);
  server.pass(330);
  const late = await oauth.signIn();
  assert.ok('sub' in (await server.identify(late.tokens.access_token)), 'the withdrawal is over');
});

test('[revocation.withdraw] [revocation.identified] a withdrawal ends what a person identified before it goes on with: pages, choices and links', async () => {
  const shown: SignInExtension = (_parts, flow) => ({
    steps: [
      {
        name: 'hold',
        isAnsweredBy: (form) => form.has('held'),
        ask: async () => ({ page: { status: 200, headers: {}, body: 'held' } }),
        answer: async () => ({ settled: {}, claims: {} }),
      },
    ],
    endpoints: [
      {
        method: 'GET',
        path: '/look',
        answer: async (exchange) => {
          const found = await flow.find(exchange, exchange.query).catch((failure: unknown) => failure);
          return { status: found instanceof Error ? 400 : 200, headers: {} };
        },
      },
    ],
  });
  const { grants, oauth, parts } = revocable({ extensions: [shown] });
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  const page = await oauth.open(clientId, pkce);
  const stranger = await oauth.open(clientId, newPkce());
  assert.is((await oauth.submit(page)).text, 'held');
  assert.is((await oauth.submit(stranger, { email: 'eve@example.com' })).text, 'held');
  const done = await oauth.submit(page, { held: '1' });
  const code = new URL(String(done.headers.location)).searchParams.get('code') ?? '';
  const sub = String(claimsOf(tokensOf(await oauth.exchange({ clientId, code, pkce })).access_token)['sub']);

  const [late, owner] = [await oauth.open(clientId, newPkce()), { user: { sub, claims: {} }, clientId, issuer: 'i', redirectUri: 'r' }];
  await oauth.submit(late);
  const look = async (at: typeof late) => (await oauth.get(`/look?${at.pendingAuthId}`, { cookie: at.cookie })).status;
  const tickets = new ConnectTickets(parts);
  const link = await tickets.print({ sub, key: 'k', clientId });
  assert.equal([await look(late), (await tickets.read(link))?.sub], [200, sub]);
  await grants.withdraw(sub);
  assert.equal([await look(late), await look(stranger), await tickets.read(link)], [400, 200, undefined]);
  const refused = await oauth.submit(late, { held: '1' });
  assert.equal([refused.status, refused.headers.location], [400, undefined]);

  const withdrawal = await withdrawalOf(parts.signInStore, sub);
  const [consents, apps] = [new ConsentRecords(parts.signInStore, parts.clock), appGrants(parts.signInStore)];
  // Saved by a request that was under way.
  await consents.save(owner, { selectedToolIds: ['t'], seenToolIds: ['t'] });
  await apps.set(owner, ['mail']);
  assert.equal([await consents.find({ ...owner, withdrawal }), await apps.find({ ...owner, withdrawal })], [undefined, undefined]);
});

test('[revocation.withdraw] a grant that begins during a withdrawal ends with it', async () => {
  let during: (() => Promise<void>) | undefined;
  const store = interrupted(async (operation, key) => {
    const run = operation === 'set' && key.startsWith('grant:') ? during : undefined;
    if (run === undefined) return;
    during = undefined;
    await run();
  });
  const { grants, oauth } = revocable({ store });
  const { tokens } = await oauth.signIn();
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  during = () => grants.withdraw(String(claimsOf(tokens.access_token)['sub']));
  const code = await oauth.code(clientId, pkce);
  assert.is(during, undefined, 'the withdrawal came between');
  assert.is((await oauth.exchange({ clientId, code, pkce })).status, 400);
});

test('[revocation.withdraw] what a person agreed to is forgotten, and what others did is not', async () => {
  const { grants, parts } = revocable();
  const records = new ConsentRecords(parts.signInStore, parts.clock);
  const whose = (sub: string) => ({ user: { sub, claims: {} }, clientId: 'c', issuer: 'i', redirectUri: 'r' });
  const chosen = { selectedToolIds: ['t'], seenToolIds: ['t'] };
  for (const sub of ['a', 'ab', 'a:c']) await records.save(whose(sub), chosen);
  await grants.withdraw('a');
  assert.is(await records.find(whose('a')), undefined);
  for (const sub of ['ab', 'a:c']) assert.ok((await records.find(whose(sub))) !== undefined, sub);
});

test('[revocation.store] an unavailable store is 503 and admits no request', async () => {
  const state = { away: false };
  const store = interrupted(() => (state.away ? Promise.reject(new StorageConnectionError('Redis', 'away')) : Promise.resolve()));
  const server = revocable({ store });
  const { clientId, tokens } = await server.oauth.signIn();
  state.away = true;
  const answer = await server.oauth.post('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId });
  assert.is(answer.status, 503);
  assert.is(oauthErrorOf(answer).error, 'temporarily_unavailable');
  const seen = await server.identify(tokens.access_token).catch((failure: unknown) => failure);
  assert.ok(seen instanceof StorageConnectionError);
});

test('[revocation.unknown] what keeps the server from looking is no unknown token', async () => {
  const { oauth } = inMemoryServer({
    extensions: [
      (parts) => {
        const { serverEndpoints } = createRevocation(parts, new RevocableGrants(parts.signInStore, parts.clock));
        // No key can be made of it.
        const keys = { ...parts.keys, accessTokens: new Uint8Array() };
        return serverEndpoints === undefined ? {} : { serverEndpoints: (server) => serverEndpoints({ ...server, keys }) };
      },
    ],
  });
  const { clientId, tokens } = await oauth.signIn();
  assert.is((await oauth.post('/oauth/revoke', { token: tokens.access_token, client_id: clientId })).status, 500);
});

test('[revocation.refresh] of refreshes at once one is served, as without revocation', async () => {
  const { oauth } = revocable();
  const { clientId, tokens } = await oauth.signIn();
  const answers = await Promise.all(Array.from({ length: 5 }, () => oauth.refresh(clientId, tokens.refresh_token)));
  assert.equal(answers.map(({ status }) => String(status)).sort(), ['200', '400', '400', '400', '400']);
});

test('[revocation.discovery] the metadata names the endpoint where it is served, and only there', async () => {
  const read = async ({ oauth }: InMemoryServer) =>
    JSON.parse((await oauth.get('/.well-known/oauth-authorization-server')).text) as Record<string, unknown>;
  const served = await read(revocable());
  assert.is(served['revocation_endpoint'], 'http://service.test/oauth/revoke');
  assert.equal(served['revocation_endpoint_auth_methods_supported'], ['none', 'client_secret_post', 'client_secret_basic']);
  assert.not.ok(Object.keys(await read(inMemoryServer())).some((name) => name.startsWith('revocation')));
});

test('[revocation.identified] a check that began before a withdrawal identifies nobody, and keeps nothing', async () => {
  const kept: string[] = [];
  let during: (sub: string) => Promise<void> = async () => undefined;
  const server = revocable({
    extensions: [() => ({ keepCredentials: async (sub) => void kept.push(sub) })],
    auth: {
      authenticate: async ({ fields }) => {
        await during('ada');
        return { ok: true, sub: fields['email'] ?? '', credentials: { mail: 'secret' } };
      },
    },
  });
  const { grants, oauth } = server;
  const clientId = await oauth.clientId();
  const attempt = async (email: string): Promise<number> => (await oauth.submit(await oauth.open(clientId, newPkce()), { email })).status;
  assert.equal([await attempt('ada'), kept], [302, ['ada']]);
  during = (sub) => grants.withdraw(sub);
  assert.equal([await attempt('ada'), await attempt('bob'), kept], [400, 302, ['ada', 'bob']]);
  during = async () => undefined;
  assert.equal([await attempt('ada'), kept], [302, ['ada', 'bob', 'ada']], 'a later check counts');
});

test.run();
