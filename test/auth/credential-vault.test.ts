/* this.secureStore, this.credentials and /oauth/connect on the built bundle. */
import { app, tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { LocalAuthOptions } from '../../src/runtime/define/auth-options.ts';
import type { AuthenticateInput, AuthenticateResult } from '../../src/runtime/define/sign-in-options.ts';
import type { JsonObject } from '../../src/runtime/model/index.ts';
import { MemoryStore } from '../../src/runtime/storage/drivers/memory.ts';
import { changeCharacter } from '../support/change-character.ts';
import { FetchSignIn, valueOf, type Seen } from '../support/fetch-sign-in.ts';

const put = tool({ name: 'put', description: 'Keeps a secret', inputSchema: { key: z.string(), value: z.string() } })(async (
  { key, value },
  ctx,
) => {
  await ctx.secureStore.set(key, value);
  return 'kept';
});
const look = tool({ name: 'look', description: 'Shows what is kept', inputSchema: { key: z.string() } })(async ({ key }, ctx) =>
  JSON.stringify({ value: (await ctx.secureStore.get(key)) ?? null, keys: await ctx.secureStore.list() }),
);
const drop = tool({ name: 'drop', description: 'Forgets', inputSchema: { key: z.string() } })(async ({ key }, ctx) =>
  String(await ctx.secureStore.delete(key)),
);
const connect = tool({ name: 'connect', description: 'Needs a credential', inputSchema: { key: z.string() } })(async ({ key }, ctx) =>
  JSON.stringify(await ctx.credentials.requireConnect({ key, context: { from: 'connect' } })),
);
const keys = tool({ name: 'keys', description: 'Lists credentials' })(async (_input, ctx) => JSON.stringify(await ctx.credentials.list()));

const seen: AuthenticateInput[] = [];

function authenticate(input: AuthenticateInput): AuthenticateResult {
  seen.push(input);
  const { fields, resume } = input;
  if (resume !== undefined) {
    const value = fields[resume.key];
    return value === 'bad' || value === undefined
      ? { ok: false, message: 'Wrong key', retryField: resume.key }
      : { ok: true, credentials: { [resume.key]: { token: value } } };
  }
  if (fields['pin'] !== '1234') return { ok: false, message: 'Wrong PIN', retryField: 'pin' };
  const { github, user } = fields;
  return {
    ok: true,
    sub: `user-${user}`,
    ...(github === undefined || github === '' ? {} : { credentials: { github: { token: github } } }),
  };
}

const login = {
  fields: {
    user: { type: 'text', label: 'User' },
    pin: { type: 'password', label: 'PIN' },
    github: { type: 'password', label: 'GitHub token' },
  },
} as const;

const serve = (auth: Partial<LocalAuthOptions> = {}): FetchSignIn =>
  new FetchSignIn({ tools: [put, look, drop, connect, keys], auth: { mode: 'local', authenticate, login, ...auth } });

const signIn = (server: FetchSignIn, user = 'ada', more: Record<string, string> = {}): Promise<string> =>
  server.signIn([{ user, pin: '1234', ...more }]);

async function read([server, token]: readonly [FetchSignIn, string], name: string, args: object = {}): Promise<Record<string, unknown>> {
  return JSON.parse(String(valueOf(await server.call(token, name, args)))) as Record<string, unknown>;
}

test('[D1.secure-store] values are kept per user, listed and forgotten', async () => {
  // 2026-07-28 has no session: there the scope session is the user's.
  for (const scope of ['user', 'session'] as const) {
    const server = serve({ secureStore: { scope } });
    const ada = await signIn(server);
    const bob = await signIn(server, 'bob');
    await server.call(ada, 'put', { key: 'api', value: 's3cret' });
    assert.equal(await read([server, ada], 'look', { key: 'api' }), { value: 's3cret', keys: ['api'] });
    assert.equal(await read([server, await signIn(server)], 'look', { key: 'api' }), { value: 's3cret', keys: ['api'] });
    assert.equal(await read([server, bob], 'look', { key: 'api' }), { value: null, keys: [] });
    assert.is(valueOf(await server.call(ada, 'drop', { key: 'api' })), 'true');
    assert.is(valueOf(await server.call(ada, 'drop', { key: 'api' })), 'false');
  }
});

test('[D1.secure-store.backend] a backend of the author sees sealed values only, apart by user, or shared with scope global', async () => {
  for (const scope of ['user', 'global'] as const) {
    const values = new MemoryStore();
    const backend = {
      get: (key: string) => values.get(key),
      set: (key: string, value: string) => values.set(key, value),
      delete: (key: string) => values.delete(key),
      list: () => values.keys(''),
    };
    const server = serve({ secureStore: { backend, scope } });
    const [ada, bob] = [await signIn(server), await signIn(server, 'bob')];
    await server.call(ada, 'put', { key: 'api', value: 's3cret-value' });
    const [key = ''] = await values.keys('');
    assert.not.match((await values.get(key)) ?? '', 's3cret');
    assert.is((await read([server, bob], 'look', { key: 'api' }))['value'], scope === 'global' ? 's3cret-value' : null);
    // What another record's text, or another hand, put there does not open, and is absent.
    const text = (await values.get(key)) ?? '';
    await values.set(key, changeCharacter(text, -1));
    assert.is((await read([server, ada], 'look', { key: 'api' }))['value'], null);
  }
});

test('[R26.secure-store] callers without a sign-in have no secure store, and get an error', async () => {
  const server = serve({ allowDefaultPublic: true });
  const anonymous = JSON.parse((await server.post('/oauth/token', { grant_type: 'anonymous', client_id: 'c' })).text) as {
    access_token: string;
  };
  for (const [name, args] of [
    ['put', { key: 'a', value: 'b' }],
    ['keys', {}],
  ] as const) {
    const answer = await server.call(anonymous.access_token, name, args);
    assert.match(JSON.stringify(answer), 'sign in to use');
  }
});

test('[D1.credentials] credentials of authenticate go to the vault of the user', async () => {
  const server = serve();
  const ada = await signIn(server, 'ada', { github: 'gh-1' });
  assert.equal(await read([server, ada], 'connect', { key: 'github' }), { connected: true, credential: { token: 'gh-1' } });
  assert.equal(await read([server, ada], 'keys'), ['github'] as unknown);
  assert.equal(await read([server, await signIn(server, 'bob')], 'keys'), [] as unknown);
});

test('[vault.tools] authProviders of a tool name entries of the vault, of the server and of an app', async () => {
  const shown = (name: string) =>
    tool({ name, description: 'Shows a credential', authProviders: ['github'] })(async (_input, ctx) =>
      JSON.stringify({ ...(await ctx.authProviders.get('github')), headers: await ctx.authProviders.headers('github') }),
    );
  const own = { name: 'github', factory: () => ({ type: 'bearer' as const, token: 'of the app' }) };
  let credentials: JsonObject = {};
  const server = new FetchSignIn({
    tools: [shown('top')],
    apps: [app({ name: 'Desk', tools: [shown('desk')] }), app({ name: 'Bot', tools: [shown('bot')], authProviders: [own] })],
    auth: { mode: 'local', authenticate: ({ fields: { user } }) => ({ ok: true, sub: `user-${user}`, credentials }), login },
  });
  const bearer = (token: string) => ({ type: 'bearer', token, headers: { authorization: `Bearer ${token}` } });
  for (const [given, token] of [
    ['gh-1', 'gh-1'],
    [{ secret: 'gh-2', metadata: {} }, 'gh-2'],
    [{ type: 'bearer', token: 'gh-3' }, 'gh-3'],
  ] as const) {
    credentials = { github: given };
    const ada = await signIn(server);
    for (const name of ['top', 'desk']) assert.equal(await read([server, ada], name), bearer(token), name);
    assert.equal(await read([server, ada], 'bot'), bearer('of the app'));
  }
  credentials = {};
  const bob = await signIn(server, 'bob');
  for (const name of ['top', 'desk']) assert.match(JSON.stringify(await server.call(bob, name)), 'TOOL_CREDENTIALS_REQUIRED');
});

test('[D1.credentials.list] credentials may be a list of keys, secrets and metadata', async () => {
  let given: unknown;
  const listed: LocalAuthOptions['authenticate'] = ({ fields: { user } }) => ({
    ok: true,
    sub: `user-${user}`,
    // What comes back at run time is only what the author wrote.
    credentials: given as JsonObject,
  });
  const server = serve({ authenticate: listed });
  given = [
    { key: 'github', secret: 'gh-9', metadata: { account: 'ada' } },
    { key: 'mail', secret: { user: 'a', password: 'b' } },
  ];
  const ada = await signIn(server);
  const credentialOf = async (key: string): Promise<unknown> => (await read([server, ada], 'connect', { key }))['credential'];
  assert.equal(await credentialOf('github'), { secret: 'gh-9', metadata: { account: 'ada' } });
  assert.equal(await credentialOf('mail'), { secret: { user: 'a', password: 'b' } });
  assert.equal(await read([server, ada], 'keys'), ['github', 'mail'] as unknown);
  given = [];
  await signIn(server, 'bob');
  const good = { key: 'x', secret: 'top-s3cret' };
  const wrong: readonly unknown[] = [
    'top-s3cret',
    [good, good],
    ['top-s3cret'],
    [{ secret: 'top-s3cret' }],
    [{ ...good, key: '' }],
    [{ key: 'x' }],
    [{ ...good, metadata: 'm' }],
  ];
  for (const one of wrong) {
    given = one;
    const refused = await signIn(server, 'eve').then(
      () => false,
      () => true,
    );
    assert.ok(refused, JSON.stringify(one));
  }
  assert.not.ok(server.lines.some((line) => line.includes('top-s3cret')));
  assert.ok(server.lines.some((line) => line.includes('{ key, secret, metadata? }')));
});

async function linkOf(server: FetchSignIn, token: string, key = 'github'): Promise<string> {
  const { connected, message, resumeUrl } = await read([server, token], 'connect', { key });
  assert.is(connected, false);
  assert.match(String(message), key);
  assert.match(String(resumeUrl), /^https:\/\/mcp\.example\/oauth\/connect\?token=/);
  return String(resumeUrl);
}

const prove = async (server: FetchSignIn, link: string, user = 'ada'): Promise<Seen> =>
  server.submit(await server.get(link), { user, pin: '1234' });

test('[N9.connect] a link leads over a sign-in as its person to one credential, once', async () => {
  const server = serve();
  const ada = await signIn(server);
  const link = await linkOf(server, ada);
  const first = await server.get(link);
  assert.is(first.status, 200);
  assert.match(first.text, 'user-ada');
  assert.match(first.headers.get('content-security-policy') ?? '', "frame-ancestors 'none'");
  assert.match(first.text, 'name="pin"');
  const wrong = await server.submit(first, { user: 'ada', pin: '0' });
  assert.match(wrong.text, 'Wrong PIN');
  const page = await prove(server, link);
  assert.match(page.text, 'name="github"');
  assert.not.match(page.text, 'name="pin"');
  assert.match((await server.get(link)).text, 'name="github"', 'the sign-in is remembered for this link');
  const refused = await server.submit(page, { github: 'bad' });
  assert.is(refused.status, 200);
  assert.match(refused.text, 'Wrong key');
  seen.length = 0;
  assert.match((await server.submit(page, { github: 'gh-2' })).text, 'Connected');
  assert.equal(seen[0]?.resume, { sub: 'user-ada', key: 'github', context: { from: 'connect' } });
  assert.equal(Object.keys(seen[0]?.fields ?? {}), ['github']);
  assert.equal(await read([server, ada], 'connect', { key: 'github' }), { connected: true, credential: { token: 'gh-2' } });
  assert.is((await server.submit(page, { github: 'gh-3' })).status, 400);
  assert.is((await server.get(link)).status, 400);
});

test('[R23.connect.person] signing in as another person connects nothing', async () => {
  const server = serve();
  const link = await linkOf(server, await signIn(server));
  server.forgetCookies();
  const page = await prove(server, link, 'bob');
  assert.is(page.status, 403);
  assert.match(page.text, 'another account');
  seen.length = 0;
  const direct = await server.post('/oauth/connect', {
    token: new URL(link).searchParams.get('token') ?? '',
    github: 'gh',
    user: 'bob',
    pin: '1234',
  });
  assert.is(direct.status, 403);
  assert.ok(seen.every(({ resume }) => resume === undefined));
});

test('[R23.connect.person] only the cookie of a sign-in for this very link proves the person', async () => {
  const server = serve();
  const ada = await signIn(server);
  const [link, other] = [await linkOf(server, ada), await linkOf(server, ada, 'mail')];
  const cookieOf = (url: string): string => {
    const [payload = ''] = (new URL(url).searchParams.get('token') ?? '').split('.');
    const { id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { id: string };
    return `__Host-service_connect_${id.slice(0, 12)}`;
  };
  server.forgetCookies();
  const proven = (await prove(server, other)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  assert.match(proven, cookieOf(other));
  server.forgetCookies();
  for (const value of ['x', 'user-ada', proven.slice(proven.indexOf('=') + 1)]) {
    assert.match((await server.get(link, { cookie: `${cookieOf(link)}=${value}` })).text, 'name="pin"', value);
    server.forgetCookies();
  }
  assert.not.match((await server.get(other, { cookie: proven })).text, 'name="pin"');
});

test('a credential without a field of its own is asked for as a secret, and an answer without it connects nothing', async () => {
  const server = serve({
    authenticate: (input) => (input.resume === undefined ? authenticate(input) : { ok: true }),
  });
  const link = await linkOf(server, await signIn(server), 'mail');
  const page = await prove(server, link);
  assert.match(page.text, /name="mail"[^>]*type="password"/);
  assert.match((await server.submit(page, { mail: 'x' })).text, 'Authentication failed');
  assert.is((await server.get(link)).status, 200, 'the link is not used up');
});

test('[N9.connect.ticket] links that are changed, foreign or over are refused, and so are posts of other sites', async () => {
  const server = serve();
  const link = await linkOf(server, await signIn(server));
  const token = new URL(link).searchParams.get('token') ?? '';
  const [payload = '', mac = ''] = token.split('.');
  const forged = `${Buffer.from(JSON.stringify({ id: 'x', sub: 'user-ada', key: 'github', exp: 9e15 })).toString('base64url')}.${mac}`;
  for (const bad of ['', 'x', `${payload}.`, `${payload}.${mac}A`, `${mac}.${payload}`, forged, `${token}.${mac}`, 'x'.repeat(9000)]) {
    const answer = await server.get(`/oauth/connect?token=${encodeURIComponent(bad)}`);
    assert.is(answer.status, 400, bad.slice(0, 40));
    assert.match(answer.headers.get('content-type') ?? '', 'text/html');
  }
  assert.is((await server.get(`/oauth/connect?token=${await signIn(server)}`)).status, 400, 'an access token is no ticket');
  const crossed = await server.post('/oauth/connect', { token, user: 'ada', pin: '1234' }, { 'sec-fetch-site': 'cross-site' });
  assert.is(crossed.status, 403);
  const other = serve({});
  assert.is((await other.get(link)).status, 200, 'another instance with the same secret knows the link');
});

test('[N9.connect.configured] without a ticket 400, and on a server without authenticate 409', async () => {
  assert.is((await serve().get('/oauth/connect', {})).status, 400);
  const open = new FetchSignIn({ tools: [connect], auth: { mode: 'local' } });
  assert.is((await open.get('/oauth/connect?token=x')).status, 409);
});

test('guessing ends: a link takes so many posts', async () => {
  const server = serve();
  const page = await server.get(await linkOf(server, await signIn(server)));
  for (let tries = 0; tries < 20; tries++) assert.is((await server.submit(page, { user: 'ada', pin: '0' })).status, 200);
  assert.is((await server.submit(page, { user: 'ada', pin: '1234' })).status, 400);
});

test.run();
