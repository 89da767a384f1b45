/* Without a bundle: the way to the provider of `auth: { mode: remote }` and back. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../test/support/authorization-server.ts';
import { claimsOf, newPkce, redirectUri, tokensOf } from '../../../../test/support/oauth-driver.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { createPages } from '../server/pages/create-pages.ts';
import type { SignInExtension } from '../server/sign-in/sign-in-extensions.ts';
import type { SignInFlow } from '../server/sign-in/sign-in-step.ts';
import { withdrawAll } from '../server/records/withdrawals.ts';
import { SealedRecords } from '../vault/sealed-records.ts';
import { IdentityProvider } from '../verify/identity-provider.ts';
import { ProviderUnavailable } from '../verify/provider-documents.ts';
import { RemoteSignIn } from './remote-sign-in.ts';
import { UpstreamRefused, type UpstreamEndpoints, type UpstreamProvider } from './upstream-provider.ts';
import { UpstreamTokenVault } from './upstream-tokens.ts';

const issuer = 'https://id.example';
const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const stranger = await generateKeyPair('ES256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
const now = 1_800_000_000_000;

interface Given {
  readonly endpoints?: Partial<UpstreamEndpoints>;
  readonly scopes?: readonly string[];
  readonly issuers?: readonly string[];
  /** Where the provider's keys are; they are known when absent. */
  readonly keysAt?: string;
}

/** A server whose people sign in at one provider, and a browser that was sent there. */
async function sentAway(given: Given = {}) {
  const answers: { token: JsonObject; status: number; user: JsonObject } = { token: { access_token: 'theirs' }, status: 200, user: {} };
  const held: { endpoints: () => Promise<UpstreamEndpoints>; vault?: UpstreamTokenVault; flow?: SignInFlow; fault?: Error } = {
    endpoints: async () => ({
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userInfo: `${issuer}/userinfo`,
      issuer,
      namesIssuer: false,
      basic: true,
      ...given.endpoints,
    }),
  };
  const provider: UpstreamProvider = {
    id: 'id p',
    clientId: 'desk',
    clientSecret: undefined,
    scopes: given.scopes ?? ['openid', 'mail'],
    endpoints: () => held.endpoints(),
  };
  const asked: string[] = [];
  const extension: SignInExtension = (parts, flow) => {
    const fetch = async (url: Parameters<typeof globalThis.fetch>[0]): Promise<Response> => {
      asked.push(url as string);
      const isToken = url === `${issuer}/token`;
      return new Response(JSON.stringify(isToken ? answers.token : answers.user), { status: isToken ? answers.status : 200 });
    };
    const { clock, logger, store } = parts;
    const vault = new UpstreamTokenVault({ records: new SealedRecords(store, parts, 'upstream'), fetch, clock, logger, skewMs: undefined });
    const known = given.keysAt === undefined ? { jwks: { keys: [jwk] } } : { jwksUri: given.keysAt };
    const config = { ...known, additionalIssuers: [...(given.issuers ?? [])] };
    const identity = new IdentityProvider({ provider: issuer, config, clock, fetch });
    Object.assign(held, { vault, flow });
    const remote = new RemoteSignIn({ ...parts, fetch, provider, identity, flow, pages: createPages(), vault, serverName: 'Notes' });
    return { userCheck: remote, endpoints: remote.endpoints };
  };
  const server = inMemoryServer({
    extensions: [extension],
    auth: { dcr: { allowedRedirectUris: [redirectUri, 'https://stranger.example/cb'] } },
  });
  const [clientId, pkce] = [await server.oauth.clientId(), newPkce()];
  const begun = await server.oauth.open(clientId, pkce, { scope: 'openid' });
  const { cookie } = begun;
  const out = new URL(begun.answer.headers.location ?? 'http://nowhere').searchParams;
  const comeBack = (change: Record<string, string | undefined> = {}, withCookie = cookie, at = 'id%20p') => {
    const fields = { code: 'their-code', state: out.get('state') ?? '', ...change };
    const query = new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));
    return server.oauth.get(`/oauth/provider/${at}/callback?${query.toString()}`, { cookie: withCookie });
  };
  /** Their identity token; by default a good one. */
  const identity = async (change: Record<string, Json | undefined> = {}, key = privateKey): Promise<void> => {
    const claims = { sub: 'p-7', iss: issuer, aud: 'desk', exp: now / 1000 + 60, nonce: out.get('nonce'), ...change };
    answers.token = {
      access_token: 'theirs',
      id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(key),
    };
  };
  const claims = async (location: string | undefined) => {
    const code = new URL(location ?? 'http://nowhere').searchParams.get('code') ?? '';
    return claimsOf(tokensOf(await server.oauth.exchange({ clientId, code, pkce })).access_token);
  };
  return { answers, asked, begun, claims, comeBack, cookie, held, identity, out, provider, server };
}

const says = ({ status, text }: { status: number; text: string }): string =>
  status === 302 ? '302' : `${status} ${/role="alert">([^<]*)/.exec(text)?.[1]}`;

const gone = '400 This sign-in is not open any more. Start again from the program you came from.';
const notMine = '502 The identity provider sent an identity that is not for this sign-in';
const nobody = '502 The identity provider did not say who signed in';

/** What a return with this identity and these facts comes to. */
async function cameBack(id: Record<string, Json | undefined> | undefined, user: JsonObject = {}, given: Given = {}): Promise<string> {
  const way = await sentAway(given);
  if (id !== undefined) await way.identity(id);
  way.answers.user = user;
  return says(await way.comeBack());
}

test('[R15.state] the way out has a challenge, a state of its own, and a nonce where an identity is asked for', async () => {
  const { begun, out } = await sentAway();
  assert.match(String(begun.answer.headers.location), `${issuer}/authorize?`);
  assert.equal(
    ['response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'].map((name) => out.get(name)),
    ['code', 'desk', 'http://service.test/oauth/provider/id%20p/callback', 'openid mail', 'S256'],
  );
  assert.match(out.get('code_challenge') ?? '', /^[\w-]{43}$/);
  assert.match(out.get('nonce') ?? '', /^[\w-]{43}$/);
  assert.is.not(out.get('state'), 'st4te');
  const plain = await sentAway({ scopes: ['mail'] });
  assert.is(plain.out.get('nonce'), null);
});

test('a returning person is signed in here, and the credentials of the provider are stored', async () => {
  const { answers, claims, comeBack, held, identity, provider } = await sentAway();
  await identity({ email: 'old@a.example', name: 'A' });
  answers.user = { sub: 'p-7', email: 'ada@a.example', picture: 'x'.repeat(400) };
  const back = await comeBack({ iss: issuer });
  assert.is(new URL(back.headers.location ?? '').searchParams.get('state'), 'st4te');
  const { email, name, picture, sub } = await claims(back.headers.location);
  assert.equal([sub, email, name, picture], ['p-7', 'ada@a.example', 'A', 'x'.repeat(320)]);
  assert.is(await held.vault?.accessToken('p-7', provider), 'theirs');
});

test('a provider without identity tokens is asked for the user', async () => {
  const { answers, asked, claims, comeBack } = await sentAway({ scopes: ['mail'] });
  answers.user = { sub: 's'.repeat(255), email: '', name: 7 };
  const { email, name, sub } = await claims((await comeBack()).headers.location);
  assert.equal([sub, email, name], ['s'.repeat(255), undefined, undefined]);
  assert.equal(asked, [`${issuer}/token`, `${issuer}/userinfo`]);
});

test('[R15.state] a return counts once, with its own state, in its own browser, while the sign-in is open', async () => {
  const way = await sentAway();
  const { comeBack, cookie, identity, out, server } = way;
  await identity();
  const state = out.get('state') ?? '';
  for (const wrong of ['x', `${state}x`, 'A'.repeat(43)]) assert.is(says(await comeBack({ state: wrong })), gone, wrong);
  assert.match(says(await comeBack({ state: undefined })), '400 state is required');
  for (const other of ['', `${cookie}x`]) assert.match(says(await comeBack({}, other)), /^400 /);
  const answers = await Promise.all([1, 2, 3].map(() => comeBack()));
  assert.is(answers.filter(({ status }) => status === 302).length, 1, 'another browser has not used it up');
  assert.match(says(await comeBack()), /^400 /);
  const late = await sentAway();
  late.server.now += 600_000;
  assert.is(says(await late.comeBack()), gone);
  assert.is(server.now, now);
});

test('[R15.state] a state made for another provider, or for a known person, is refused', async () => {
  const other = await sentAway();
  for (const key of await other.server.parts.store.keys('upstream-state:')) {
    const record = JSON.parse((await other.server.parts.store.get(key)) ?? '{}') as object;
    await other.server.parts.store.set(key, JSON.stringify({ ...record, providerId: 'another' }));
  }
  assert.is(says(await other.comeBack()), gone);
  const known = await sentAway();
  await known.identity();
  const [id = ''] = (await known.server.parts.store.keys('sign-in:')).map((key) => key.slice('sign-in:'.length));
  const record = JSON.parse((await known.server.parts.store.get(`sign-in:${id}`)) ?? '{}') as object;
  await known.server.parts.store.set(`sign-in:${id}`, JSON.stringify({ ...record, user: { sub: 'p-7', claims: {} } }));
  assert.is(says(await known.comeBack()), gone);
  const raced = await sentAway();
  await raced.identity();
  const { endpoints } = raced.held;
  raced.held.endpoints = async () => {
    const [key = ''] = await raced.server.parts.store.keys('sign-in:');
    const read = JSON.parse((await raced.server.parts.store.get(key)) ?? '{}') as object;
    await raced.server.parts.store.set(key, JSON.stringify({ ...read, attempts: 7 }));
    return endpoints();
  };
  assert.is(says(await raced.comeBack()), '400 Authorization request has expired', 'somebody else moved the sign-in on meanwhile');
});

test('[R10.head] a look by HEAD spends neither the state nor the code', async () => {
  const { asked, comeBack, cookie, identity, out, server } = await sentAway();
  await identity();
  const path = `/oauth/provider/id%20p/callback?code=their-code&state=${out.get('state') ?? ''}`;
  const looked = await server.send({ method: 'HEAD', path, headers: { cookie } });
  assert.equal([looked.status, looked.headers.allow, asked], [405, 'GET', []]);
  assert.is(says(await comeBack()), '302');
});

test('[R15.state] a return that names another issuer, or none where one was promised, is refused before its code is sent', async () => {
  const another = '400 The identity provider that answered is another one.';
  const cases: readonly [UpstreamEndpoints['issuer'], boolean, string | undefined, string][] = [
    [issuer, false, 'https://evil.example', another],
    [issuer, true, undefined, another],
    [issuer, true, issuer, '302'],
    [issuer, false, undefined, '302'],
    [undefined, false, 'https://whoever.example', '302'],
  ];
  for (const [known, namesIssuer, iss, expected] of cases) {
    const { asked, comeBack, identity } = await sentAway({ endpoints: { issuer: known, namesIssuer } });
    await identity();
    assert.is(says(await comeBack({ iss })), expected, `${known} ${namesIssuer} ${iss}`);
    assert.is(asked.length > 0, expected === '302');
  }
});

test('an identity counts only with the right signature, issuer, audience and nonce', async () => {
  assert.is(await cameBack({}), '302');
  for (const [name, change] of Object.entries({
    issuer: { iss: 'https://evil.example' },
    audience: { aud: 'other' },
    none: { aud: [] },
    'no text': { aud: { desk: true } },
    'one text and no text': { aud: ['desk', 7] },
    'another nonce': { nonce: 'A'.repeat(43) },
    'no nonce': { nonce: undefined },
    'a number': { nonce: 7 },
    several: { aud: ['desk', 'other'] },
    'for another': { aud: ['desk', 'other'], azp: 'other' },
    'others alone': { aud: ['a', 'b'], azp: 'desk' },
  }))
    assert.is(await cameBack(change), notMine, name);
  for (const change of [{ aud: ['desk'] }, { aud: ['desk', 'other'], azp: 'desk' }]) assert.is(await cameBack(change), '302');
  assert.is(await cameBack({ iss: 'https://second.example' }, {}, { issuers: ['https://second.example'] }), '302');
  const invalid = '502 The identity provider sent an identity that is not valid';
  assert.is(await cameBack({ exp: now / 1000 - 1 }), invalid);
  const forged = await sentAway();
  await forged.identity({}, stranger.privateKey);
  assert.is(says(await forged.comeBack()), invalid);
});

test('both answers name one person, by a subject of 1 to 255 characters', async () => {
  assert.is(await cameBack({ sub: 'p-7' }, { sub: 'p-7' }), '302');
  assert.is(await cameBack({ sub: 'p-7' }, { sub: 'p-8' }), '502 The identity provider named two people');
  assert.is(await cameBack({ sub: 'p-7' }, {}), '302');
  for (const sub of ['', 'x'.repeat(256), 7, null]) assert.is(await cameBack(undefined, { sub }), nobody, String(sub));
  assert.is(await cameBack(undefined, {}), nobody);
});

test('a refusal of the provider is shown without its markup, and no code is exchanged', async () => {
  const { asked, comeBack } = await sentAway();
  const refused = await comeBack({ error: `<script>${'x'.repeat(200)}` });
  assert.is(says(refused), `400 The identity provider did not sign you in: &lt;script&gt;${'x'.repeat(92)}`);
  assert.not.match(refused.text, '<script>');
  assert.equal(asked, []);
  const { comeBack: again } = await sentAway();
  assert.is(says(await again({ code: undefined })), '400 code is required');
  const away = await sentAway();
  away.answers.status = 400;
  assert.is(says(await away.comeBack()), '502 The identity provider answered 400');
});

test('a provider that cannot be asked is 503; a fault of ours is neither, and says nothing', async () => {
  for (const [failure, expected] of [
    [new ProviderUnavailable('down at 10.0.0.1'), '503 The identity provider cannot be asked at the moment. Try again later.'],
    [new UpstreamRefused('It said no'), '502 It said no'],
    [new Error('10.0.0.1 is on fire'), /^500 .*error id/],
  ] as const) {
    const way = await sentAway();
    await way.identity();
    way.held.endpoints = () => Promise.reject(failure);
    const answer = await way.comeBack();
    if (typeof expected === 'string') assert.is(says(answer), expected);
    else assert.match(says(answer), expected);
    assert.not.match(answer.text, '10.0.0.1');
  }
});

test('unavailable keys of the provider are not reported as a fault of the person', async () => {
  const away = await sentAway({ keysAt: `${issuer}/keys` });
  await away.identity();
  assert.is(says(await away.comeBack()), '503 The identity provider cannot be asked at the moment. Try again later.');
});

test('[remote.client] a client that returns to another machine is shown before the provider, which may not ask, is reached', async () => {
  const { server } = await sentAway();
  const before = (await server.parts.store.keys('upstream-state:')).length;
  const away = 'https://stranger.example/cb';
  const clientId = await server.oauth.clientId({ client_name: 'Evil <b>', redirect_uris: [away] });
  const page = await server.oauth.open(clientId, newPkce(), { scope: 'openid', redirect_uri: away });
  assert.is(page.answer.status, 200);
  assert.is(page.answer.headers.location, undefined);
  for (const shown of ['Evil &lt;b&gt;', 'stranger.example', 'id.example', 'Know who you are', 'Notes'])
    assert.ok(page.answer.text.includes(shown), shown);
  const form = { pending_auth_id: page.pendingAuthId, departure: 'true' };
  const foreign = { cookie: page.cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.is((await server.oauth.post('/oauth/callback', form, foreign)).status, 403);
  assert.is((await server.oauth.submit({ ...page, cookie: '' }, { departure: 'true' })).status, 400);
  assert.is((await server.oauth.submit(page, { departure: 'false' })).status, 400);
  assert.is((await server.parts.store.keys('upstream-state:')).length, before, 'no way out was made');
  const left = await server.oauth.submit(page, { departure: 'true' });
  assert.match(String(left.headers.location), `${issuer}/authorize?`);
});

test('[remote.client] a client that returns to the own machine goes to the provider at once', async () => {
  const { begun } = await sentAway();
  assert.is(begun.answer.status, 302);
  assert.match(String(begun.answer.headers.location), `${issuer}/authorize?`);
});

test('sign-in by form is refused', async () => {
  const { cookie, server } = await sentAway();
  const [id = ''] = (await server.parts.store.keys('sign-in:')).map((key) => key.slice('sign-in:'.length));
  assert.is(
    says(await server.oauth.submit({ cookie, pendingAuthId: id })),
    '400 You sign in at the identity provider of this server, not here.',
  );
});

test('[revocation.identified] a withdrawal while the person is at the provider ends that sign-in, and keeps no tokens', async () => {
  const before = await sentAway();
  await before.identity();
  const sub = String((await before.claims((await before.comeBack()).headers.location))['sub']);
  const way = await sentAway();
  await way.identity();
  await withdrawAll(way.server.parts.signInStore, sub);
  assert.is(says(await way.comeBack()), gone);
  assert.equal(await way.server.parts.store.keys('upstream:'), []);
});

test.run();
