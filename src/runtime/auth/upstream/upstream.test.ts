import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryParts } from '../../../../test/support/step-scene.ts';
import type { RemoteAuthOptions } from '../../define/auth-options.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import type { CallFrame } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { SealedRecords } from '../vault/sealed-records.ts';
import type { IdentityProvider } from '../verify/identity-provider.ts';
import { ProviderUnavailable } from '../verify/provider-documents.ts';
import { askForTokens, askForUser } from './ask-provider.ts';
import { discoveredProvider } from './discovered-provider.ts';
import { orchestrationOf } from './orchestration.ts';
import { UpstreamRefused, type UpstreamProvider, type UpstreamTokens } from './upstream-provider.ts';
import { UpstreamStates } from './remote-sign-in.ts';
import { UpstreamTokenVault } from './upstream-tokens.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A provider whose every answer is this one. */
function scene(answer: object | string, given: { status?: number; basic?: boolean; secret?: string | undefined; userInfo?: string } = {}) {
  const sent: Sent[] = [];
  const held = { answer, now: 1_000_000 };
  const call = async (url: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: url as string, init });
    const body = typeof held.answer === 'string' ? held.answer : JSON.stringify(held.answer);
    return new Response(body, { status: given.status ?? 200 });
  };
  const provider: UpstreamProvider = {
    id: 'one',
    clientId: 'a client',
    clientSecret: 'secret' in given ? given.secret : 'pa:ss',
    scopes: [],
    endpoints: async () => ({
      authorization: 'https://one.example/authorize',
      token: 'https://one.example/token',
      userInfo: given.userInfo,
      issuer: undefined,
      namesIssuer: false,
      basic: given.basic ?? true,
    }),
  };
  return { held, sent, parts: { provider, fetch: call, clock: () => held.now } };
}

const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (failure: unknown) => {
      if (failure instanceof UpstreamRefused || failure instanceof ServiceError || failure instanceof ProviderUnavailable)
        return failure.message;
      throw failure;
    },
  );

test('a secret goes into the header or the body, as the provider takes it, and nowhere without one', async () => {
  const askedBy = async (given: Parameters<typeof scene>[1]) => {
    const { parts, sent } = scene({ access_token: 't' }, given);
    await askForTokens(parts, { grant_type: 'x' });
    const { body, headers, redirect } = sent[0]?.init ?? {};
    assert.is(redirect, 'manual');
    return { authorization: new Headers(headers).get('authorization'), body: body as string };
  };
  assert.equal(await askedBy({}), { authorization: `Basic ${btoa('a+client:pa%3Ass')}`, body: 'grant_type=x&client_id=a+client' });
  assert.equal(await askedBy({ basic: false }), { authorization: null, body: 'grant_type=x&client_id=a+client&client_secret=pa%3Ass' });
  for (const basic of [true, false])
    assert.equal(await askedBy({ basic, secret: undefined }), { authorization: null, body: 'grant_type=x&client_id=a+client' });
});

test('tokens are read strictly: a text that is there, a time that is one', async () => {
  const read = async (answer: object) => (await askForTokens(scene(answer).parts, {})).tokens;
  for (const token of [undefined, '', 7, null])
    assert.match(await refusalOf(read({ access_token: token })), 'gave no access token', String(token));
  assert.equal(await read({ access_token: 't' }), { accessToken: 't' });
  assert.equal(await read({ access_token: 't', refresh_token: 'r', expires_in: 60, scope: 'a b' }), {
    accessToken: 't',
    refreshToken: 'r',
    expiresAt: 1_060_000,
    scopes: ['a', 'b'],
  });
  assert.is((await read({ access_token: 't', expires_in: '60' })).expiresAt, 1_060_000);
  for (const expires_in of [0, -1, 'soon', null]) assert.equal(await read({ access_token: 't', expires_in }), { accessToken: 't' });
  assert.equal(await read({ access_token: 't', refresh_token: '', scope: '' }), { accessToken: 't' });
  assert.is((await askForTokens(scene({ access_token: 't', id_token: 'i' }).parts, {})).idToken, 'i');
  assert.is((await askForTokens(scene({ access_token: 't', id_token: 7 }).parts, {})).idToken, undefined);
});

test('anything but 200 with an object is a refusal that shows only safe text', async () => {
  const asked = (answer: object | string, status?: number) =>
    refusalOf(askForTokens(scene(answer, status === undefined ? {} : { status }).parts, {}));
  for (const status of [201, 302, 400, 500])
    assert.is(await asked({ access_token: 't' }, status), `The identity provider answered ${status}`);
  for (const text of ['[]', 'null', '7']) assert.is(await asked(text), 'The identity provider answered 200', text);
  assert.is(await asked('<html>'), 'The identity provider gave no answer that can be read');
  assert.match(await asked('x'.repeat(256 * 1024 + 1)), 'The identity provider gave the document is larger than');
});

test('facts about the person are asked for with the token, where there is a place', async () => {
  const none = scene({ sub: 'x' });
  assert.equal(await askForUser(none.parts, { accessToken: 't' }), {});
  assert.is(none.sent.length, 0);
  const some = scene({ sub: 'x' }, { userInfo: 'https://one.example/me' });
  assert.equal(await askForUser(some.parts, { accessToken: 't' }), { sub: 'x' });
  assert.is(new Headers(some.sent[0]?.init.headers).get('authorization'), 'Bearer t');
});

test('the provider of remote mode: what the operator names wins, the rest is discovered and must be usable', async () => {
  const discovery = {
    authorization_endpoint: 'https://id.example/a',
    token_endpoint: 'https://id.example/t',
    userinfo_endpoint: 'https://id.example/u',
  };
  const of = (config: RemoteAuthOptions['providerConfig'] = {}, document: object = discovery, more: Partial<RemoteAuthOptions> = {}) => {
    const metadata = async () => ({ issuer: 'https://id.example', url: '', document: document as never });
    return discoveredProvider({ mode: 'remote', provider: 'https://ID.example:8443/x', providerConfig: config, ...more }, {
      metadata,
    } as Pick<IdentityProvider, 'metadata'> as IdentityProvider);
  };
  assert.equal([of().id, of().clientId, of().scopes], ['id-example-8443', '', ['openid', 'profile', 'email']]);
  const own = of({ id: 'mine' }, {}, { clientId: 'c', clientSecret: 's', scopes: ['x'] });
  assert.equal([own.id, own.clientId, own.clientSecret, own.scopes], ['mine', 'c', 's', ['x']]);
  const found = { authorization: 'https://id.example/a', token: 'https://id.example/t', userInfo: 'https://id.example/u' };
  assert.equal(await of().endpoints(), { ...found, issuer: 'https://id.example', namesIssuer: false, basic: true });
  const named = { authEndpoint: 'https://b.example/a', tokenEndpoint: 'https://b.example/t' };
  const whole = { authorization: named.authEndpoint, token: named.tokenEndpoint, userInfo: undefined, issuer: undefined };
  assert.equal(await of(named, {}).endpoints(), { ...whole, namesIssuer: false, basic: true });
  assert.is((await of({ authEndpoint: named.authEndpoint }).endpoints()).token, found.token);
  assert.is((await of({ tokenEndpoint: named.tokenEndpoint }).endpoints()).authorization, found.authorization);
  for (const address of [undefined, 7, 'http://id.example/a', 'no address'])
    assert.match(await refusalOf(of({}, { ...discovery, authorization_endpoint: address }).endpoints()), 'names no authorization_endpoint');
  assert.is((await of({}, { ...discovery, userinfo_endpoint: 'http://id.example/u' }).endpoints()).userInfo, undefined);
  const told = (more: object) => of({}, { ...discovery, ...more }).endpoints();
  assert.is((await told({ authorization_response_iss_parameter_supported: true })).namesIssuer, true);
  assert.is((await told({ authorization_response_iss_parameter_supported: 'true' })).namesIssuer, false);
  assert.is((await told({ token_endpoint_auth_methods_supported: ['client_secret_post'] })).basic, false);
  assert.is((await told({ token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] })).basic, true);
});

test('[R15.state] [I15.totals.growth] a state is known until it ends, to one return, and a sign-in has one', async () => {
  const { store } = memoryParts();
  const time = { now: 1000 };
  const states = new UpstreamStates(store, () => time.now);
  const { state } = await states.begin({ signInId: 's', providerId: 'one', redirectUri: 'r', soFar: 0, expiresAt: 2000 });
  assert.is(await states.find('another'), undefined);
  time.now = 2000;
  assert.is(await states.find(state), undefined);
  time.now = 1999;
  const record = await states.find(state);
  assert.ok(record);
  for (const wrong of [`${state}x`, 's.', 's', `s.${'A'.repeat(43)}`]) assert.is(await states.find(wrong), undefined, wrong);
  // Hashes of keys are made by threads: which of the two is first is theirs to say.
  assert.equal((await Promise.all([states.take(record), states.take(record)])).filter(Boolean), [true]);
  assert.is(await states.find(state), undefined);
  for (const key of await store.keys('')) assert.not.match(key, state);
  const leaving = [1, 2, 3].map(() => states.begin({ signInId: 's', providerId: 'one', redirectUri: 'r', soFar: 0, expiresAt: 2000 }));
  const begun = await Promise.all(leaving);
  assert.is((await store.keys('upstream-state:')).length, 1);
  // Which of those that begin at one time is the last is nobody's to say.
  const found = await Promise.all(begun.map((one) => states.find(one.state)));
  const [left, ...others] = found.flatMap((one, index) => (one === undefined ? [] : [[one.nonce, begun[index]?.nonce]]));
  assert.equal([left?.[0], others], [left?.[1], []]);
  assert.ok(left);
});

/** A vault, with tokens that end at `expiresAt`. */
async function vaultOf(
  answer: object | string,
  tokens: Partial<UpstreamTokens> | undefined,
  more: { skewMs?: number; status?: number } = {},
) {
  const asked = scene(answer, more.status === undefined ? {} : { status: more.status });
  const parts = memoryParts();
  const { logger } = parts;
  const records = new SealedRecords(parts.store, parts, 'upstream');
  const { clock, fetch: call, provider } = asked.parts;
  const skewMs = 'skewMs' in more ? more.skewMs : 60_000;
  const vault = new UpstreamTokenVault({ records, fetch: call, clock, logger, skewMs });
  if (tokens !== undefined) await vault.keep('ada', 'one', { accessToken: 'old', ...tokens });
  return { ...asked, provider, vault, token: () => vault.accessToken('ada', provider) };
}

test('[D1.upstream-refresh] a token is renewed within the skew, once for all callers, and the old refresh token stays without a new one', async () => {
  const soon = { refreshToken: 'r', expiresAt: 1_060_000 };
  const renewed = await vaultOf({ access_token: 'new', expires_in: 3600 }, soon);
  assert.equal(await Promise.all([renewed.token(), renewed.token()]), ['new', 'new']);
  assert.is(renewed.sent.length, 1);
  renewed.held.now += 3_540_000;
  renewed.held.answer = { access_token: 'newer' };
  assert.is(await renewed.token(), 'newer');
  assert.match(renewed.sent[1]?.init.body as string, 'refresh_token=r');
  const early = await vaultOf({ access_token: 'new' }, { ...soon, expiresAt: 1_060_001 });
  assert.is(await early.token(), 'old');
  assert.is(await (await vaultOf({ access_token: 'new' }, { expiresAt: 1_000_001 })).token(), 'old', 'nothing to renew it with');
  assert.is(await (await vaultOf({ access_token: 'new' }, { refreshToken: 'r' })).token(), 'old', 'it does not end');
});

test('[D1.upstream-refresh] never renewed where the option says so; an ended token is missing, not sent', async () => {
  const never = async (expiresAt: number) => {
    const { sent, token } = await vaultOf({ access_token: 'new' }, { refreshToken: 'r', expiresAt }, { skewMs: undefined as never });
    return [await token().catch((failure: unknown) => (failure as ServiceError).code), sent.length];
  };
  assert.equal(await never(1_000_001), ['old', 0]);
  assert.equal(await never(1_000_000), ['TOOL_CREDENTIALS_REQUIRED', 0]);
  assert.match(await refusalOf((await vaultOf({}, undefined)).token()), 'The provider "one" is not linked');
  const refused = { refreshToken: 'r', expiresAt: 1_000_001 };
  assert.is(await (await vaultOf({}, refused, { status: 400 })).token(), 'old', 'still good for a moment');
  assert.match(await refusalOf((await vaultOf({}, { ...refused, expiresAt: 1_000_000 }, { status: 400 })).token()), 'has ended the access');
});

test('[D1.upstream-refresh] what another instance renewed meanwhile is taken; a fault of the server is no refusal', async () => {
  const { provider, token, vault } = await vaultOf({}, { refreshToken: 'r', expiresAt: 1_000_001 }, { status: 400 });
  const endpoints = () => provider.endpoints();
  const meanwhile = { ...provider, endpoints: async () => (await vault.keep('ada', 'one', { accessToken: 'theirs' }), endpoints()) };
  assert.is(await vault.accessToken('ada', meanwhile), 'theirs');
  assert.is(await token(), 'theirs');
  const broken = await vaultOf({}, { refreshToken: 'r', expiresAt: 1_000_001 });
  const failing = { ...broken.provider, endpoints: () => Promise.reject(new Error('the disk is gone')) };
  assert.is(await broken.vault.accessToken('ada', failing).catch((failure: unknown) => (failure as Error).message), 'the disk is gone');
});

test('[D1.upstream-refresh] tokens of an account that was linked while the old ones were renewed are not replaced by them', async () => {
  const { provider, vault } = await vaultOf({ access_token: 'new' }, { refreshToken: 'r', expiresAt: 1_000_001 });
  const endpoints = () => provider.endpoints();
  const meanwhile = { ...provider, endpoints: async () => (await vault.keep('ada', 'one', { accessToken: 'other account' }), endpoints()) };
  assert.is(await vault.accessToken('ada', meanwhile), 'other account');
  assert.is(await vault.accessToken('ada', provider), 'other account');
});

test('this.orchestration gives a person`s own tokens: the only provider without a name, none to a stranger', async () => {
  const { provider, vault } = await vaultOf({}, {});
  const other = { ...provider, id: 'two' };
  const of = (providers: readonly UpstreamProvider[], isAnonymous = false, claims: object = {}) => {
    const auth = createAuthContext({ mode: 'local', isAnonymous, user: { sub: 'ada' }, scopes: [], claims: claims as never });
    return orchestrationOf({ auth } as Pick<CallFrame, 'auth'> as CallFrame, providers, vault);
  };
  assert.is(await of([provider]).getToken(), 'old');
  assert.is(await of([provider, other]).getToken('one'), 'old');
  for (const [providers, id] of [
    [[provider, other], undefined],
    [[provider], 'two'],
    [[], undefined],
  ] as const)
    assert.match(await refusalOf(of(providers).getToken(id)), 'there is no provider');
  assert.match(await refusalOf(of([provider, other]).getToken('two')), 'is not linked');
  assert.is(await of([provider, other]).tryGetToken('two'), undefined);
  assert.match(await refusalOf(of([provider]).tryGetToken('three')), 'there is no provider');
  assert.match(await refusalOf(of([provider], true).getToken()), 'sign in to use it');
  assert.is(await of([provider], true).tryGetToken(), undefined);
  assert.equal([await of([provider]).getAppToken('one'), await of([provider]).getAppToken('two')], ['old', undefined]);
  const some = of([provider, other], false, { authorized_apps: ['mail', 7] });
  assert.equal([some.isAppAuthorized('mail'), some.isAppAuthorized('files'), some.getAllAuthorizedAppIds()], [true, false, ['mail']]);
  assert.equal(of([], false, { authorized_apps: 'mail' }).getAllAuthorizedAppIds(), []);
  assert.equal([some.hasProvider('two'), some.hasProvider('three'), some.getProviderIds()], [true, false, ['one', 'two']]);
  assert.equal([some.isAuthenticated, of([], true).isAuthenticated], [true, false]);
});

test.run();
