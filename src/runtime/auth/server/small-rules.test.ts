/* Rules of one screen each: scopes, addresses of clients and of this server, keys, claims. */
import { redirectUriProblem } from '../../options/redirect-values.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyExchange } from '../../../../test/support/step-scene.ts';
import { JwtSecretRequiredError, JwtSecretWeakError } from '../../errors/index.ts';
import { silentLogger, utf8 } from '../../std/index.ts';
import { createAddressOf, type AddressOptions } from './address/server-address.ts';
import { customClaims } from './sign-in/form-user-check.ts';
import { createAuthKeys, type KeyOptions } from './tokens/keys.ts';
import { Parameters } from './endpoints/parameters.ts';
import type { Client } from './clients/client.ts';
import { coversRedirectUri, isLoopbackUri } from './clients/redirect-uris.ts';
import { renewalSkewMs } from './local-settings.ts';
import { clientNotice, pageClientOf } from './pages/page-client.ts';
import { printPluginPage } from './plugin-pages/print-plugin-page.ts';
import { redirectTo } from './responses/redirect.ts';
import { grantScopes, namedScopes } from './tokens/scopes.ts';
import { signInCookie } from './sign-in/sign-in-cookie.ts';

test('[D1.scopes] a star stands for anything, in its place; order and spelling are the asker`s', () => {
  const allowed = ['openid', 'tickets:*', '*:read', 'a*b*c'];
  const granted = (text: string) => grantScopes(text, allowed).join(' ');
  assert.is(granted('tickets:write openid tickets:write other  '), 'tickets:write openid');
  assert.is(granted('openi openidx xopenid OPENID'), '');
  assert.is(granted('tickets: tickets xtickets:a'), 'tickets:');
  assert.is(granted('mail:read :read mail:reads'), 'mail:read :read');
  assert.equal(grantScopes('xay ya', ['*x*y']), ['xay'], 'a star may stand for nothing');
  assert.is(granted('abc axbyc ac acb abcd xabc a-c bac'), 'abc axbyc');
  assert.is(grantScopes('aba ab abaXaba', ['aba*aba']).join(' '), 'abaXaba', 'one text does not serve twice');
  assert.is(grantScopes('abaaba', ['aba*aba']).length, 1);
  for (const odd of ['a"b', 'a\\b', 'a\u00e9', 'a\tb', '']) assert.equal(grantScopes(odd, ['*']), [], odd);
  assert.equal(grantScopes('x', []), []);
  assert.equal(namedScopes(allowed), ['openid']);
});

test('[auth.page.client] only an address of http with a loopback host goes to this computer alone', () => {
  for (const uri of ['http://127.0.0.1:1/cb', 'HTTP://localhost/', 'https://[::1]/']) assert.ok(isLoopbackUri(uri), uri);
  for (const uri of ['app://localhost/cb', 'http://[', 'http://a.example/localhost']) assert.not.ok(isLoopbackUri(uri), uri);
});

test('[remote.renew] tokens of providers are renewed before their end, or never', () => {
  assert.is(renewalSkewMs({ skewSeconds: 5 }), 5000);
  assert.is(renewalSkewMs({ enabled: false, skewSeconds: 5 }), undefined);
});

test('[auth.page.client] a page of this server is named as one, and no other client is', () => {
  const base: Client = {
    clientId: 'x',
    clientName: 'App',
    redirectUris: ['https://a.example/cb'],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'page',
  };
  const noticeOf = (client: Client): string => clientNotice(pageClientOf(client, 'https://a.example/cb'), 'Shop');
  assert.match(noticeOf(base), 'Sign in to open a page of');
  assert.match(noticeOf({ ...base, source: 'registered' }), 'App</bdi>');
  assert.not.match(noticeOf({ ...base, source: 'registered' }), 'Sign in to open a page of');
});

test('[plugins.pages] a page of a plugin has what it is given: the first choice is chosen, and without a form there is none', () => {
  const form = { action: '/oauth/page', hidden: { ticket: 't' } };
  const option = (value: string) => ({ label: value.toUpperCase(), value });
  const asked = printPluginPage(
    {
      title: 'Pay',
      form: { buttons: [option('yes'), option('no')], choices: { name: 'how', legend: 'How', options: [option('card'), option('cash')] } },
    },
    'Shop',
    form,
  );
  const bare = printPluginPage({ title: 'Paid', form: { buttons: [option('ok')] } }, 'Shop', form);
  assert.equal(String(asked.body).match(/value="\w+" checked/g), ['value="card" checked']);
  assert.equal(String(asked.body).match(/value="\w+" class="second"/g), ['value="no" class="second"']);
  assert.not.match(String(bare.body), '<fieldset>');
  assert.not.match(String(printPluginPage({ title: 'Over' }, 'Shop', form).body), '<form');
});

test('[D1.authorize.redirect-uri] an address that parsers could read differently, or with more than an address, is not registered', () => {
  const problem = (uri: string) => redirectUriProblem(uri, []) ?? 'none';
  const room = 2048 - 'https://a.example/'.length;
  assert.is(problem(`https://a.example/${'x'.repeat(room)}`), 'none');
  assert.match(problem(`https://a.example/${'x'.repeat(room + 1)}`), 'longer than 2048');
  for (const uri of ['', 'a', '//a', 'ftp://a', 'https:///a', 'https://', 'http:/a.example', 'https://[x'])
    assert.match(problem(uri), 'must be an absolute http', uri);
  for (const uri of ['https://a b', 'https://a\\b', 'https://a/\u00e9', 'https://a/<', 'https://a/"'])
    assert.not.equal(problem(uri), 'none', uri);
  assert.match(problem('https://a.example/#'), 'no fragment');
  for (const uri of ['https://u@a.example/', 'https://:p@a.example/', 'https://u:p@a.example/'])
    assert.match(problem(uri), 'no user or password');
});

test('[D1.dcr.allowedRedirectUris] a star covers characters of one part, and never a part', () => {
  const covers = (entry: string, uri: string, expected: boolean) => assert.is(coversRedirectUri(entry, uri), expected, `${entry} ${uri}`);
  covers('https://a.example/x', 'https://a.example/x', true);
  covers('https://a.example/x', 'https://A.example/x', false);
  covers('http://localhost:*/cb', 'http://localhost:1/cb', true);
  covers('http://localhost:*/cb', 'https://localhost:1/cb', false);
  covers('http://localhost:*/cb', 'http://localhost:1/cb/x', false);
  covers('http://localhost:*/cb', 'http://localhost:1@evil.example/cb', false);
  covers('HTTP://localhost:*/cb', 'http://LOCALHOST:1/cb', true);
  covers('https://*.a.example/', 'https://b.a.example/', true);
  covers('https://*.a.example/', 'https://c.b.a.example/', false);
  covers('http://localhost:*/cb', 'http://localhost/cb', true);
  covers('https://a.example/*', 'https://a.example/..', false);
  covers('https://a.example/*', 'https://a.example/%2e%2E', false);
  covers('https://a.example/*', 'https://a.example/...', true);
  covers('https://a.example/a*a', 'https://a.example/a', false);
  covers('https://a.example/a*a', 'https://a.example/aa', true);
  covers('https://a.example/a*b', 'https://a.example/axb', true);
  covers('https://a.example/a*b', 'https://a.example/axc', false);
  covers('https://a.example/*?q=1', 'https://a.example/x?q=2', false);
  covers('https://a.example/*?q=*', 'https://a.example/x?q=2', true);
  covers('https://a.example:1/*', 'https://a.example:2/x', false);
  covers('app:*', 'app:x', false);
  covers('https://a.example/*', 'app:x', false);
});

test('[D1.issuer.order] the option, the public URL, the public host, the request; one slash is dropped', () => {
  const of = (more: Partial<AddressOptions>, host = 'a.example') => {
    const none = { publicUrl: undefined, publicHost: undefined, issuer: undefined };
    const at = createAddressOf({ entryPath: '/mcp', port: 3000, trustedProxies: 0, ...none, ...more });
    return at(
      emptyExchange({
        secure: true,
        header: (name) => (name === 'host' ? host : undefined),
      }),
    );
  };
  const own = 'https://a.example';
  assert.equal(of({}), { baseUrl: own, issuer: own, resource: `${own}/mcp` });
  assert.equal(of({ entryPath: '/' }), { baseUrl: own, issuer: own, resource: own });
  assert.equal(of({ mount: '/one' }), { baseUrl: `${own}/one`, issuer: `${own}/one`, resource: `${own}/one` });
  assert.is(of({ publicHost: 'b.example' }).issuer, 'http://b.example:3000');
  assert.is(of({ publicHost: 'b.example', mount: '/one' }).issuer, 'http://b.example:3000/one');
  assert.is(of({ publicHost: 'b.example' }).baseUrl, own);
  const pub = 'https://p.example';
  assert.equal(of({ publicUrl: pub, publicHost: 'b.example' }), { baseUrl: pub, issuer: pub, resource: `${pub}/mcp` });
  assert.is(of({ publicUrl: pub, issuer: 'https://i.example/' }).issuer, 'https://i.example');
  assert.is(of({ issuer: 'https://i.example//' }).issuer, 'https://i.example/');
  assert.is(of({ issuer: 'https://i.example/x' }).issuer, 'https://i.example/x');
  const at = createAddressOf({
    entryPath: '/mcp',
    port: 1,
    trustedProxies: 0,
    publicUrl: undefined,
    publicHost: undefined,
    issuer: undefined,
  });
  const asked = (host: string) => at(emptyExchange({ secure: false, header: (name) => (name === 'host' ? host : undefined) }));
  const first = asked('one.example');
  assert.is(asked('one.example'), first, 'made once for the same address');
  assert.is(asked('two.example').baseUrl, 'http://two.example');
});

const keysOf = (more: Partial<KeyOptions>) =>
  createAuthKeys({ jwtSecret: 'x'.repeat(32), vaultSecret: undefined, production: false, identity: 'one', logger: silentLogger, ...more });

test('[D1.secret.production] [D1.secret.weak] a secret is there and has 32 bytes; outside production it may be random', () => {
  assert.throws(
    () => keysOf({ jwtSecret: undefined, production: true }),
    (failure: unknown) => failure instanceof JwtSecretRequiredError,
  );
  for (const production of [true, false])
    for (const jwtSecret of ['', 'x'.repeat(31)])
      assert.throws(
        () => keysOf({ jwtSecret, production }),
        (failure: unknown) => failure instanceof JwtSecretWeakError,
      );
  assert.equal(keysOf({ production: true }).accessTokens, utf8('x'.repeat(32)));
  assert.is(keysOf({ jwtSecret: '\u00e9'.repeat(16) }).accessTokens.length, 32, 'bytes, not characters');
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (text: string) => void warned.push(text) };
  const [one, two] = [keysOf({ jwtSecret: undefined, logger }), keysOf({ jwtSecret: undefined, logger })];
  assert.is(one.accessTokens.length, 32);
  assert.not.equal(one.accessTokens, two.accessTokens);
  assert.is(warned.length, 2);
});

test('[D1.secure-store] each purpose, server and secret has keys of its own; the vault`s come from VAULT_SECRET', async () => {
  const keys = keysOf({});
  const vault = await keys.derive('vault');
  assert.is(await keys.derive('vault'), vault, 'derived once');
  assert.not.equal(await keys.derive('tickets'), vault);
  assert.not.equal(await keysOf({ identity: 'two' }).derive('vault'), vault);
  const apart = keysOf({ vaultSecret: 'another' });
  assert.not.equal(await apart.derive('vault'), vault);
  assert.equal(await apart.derive('tickets'), await keys.derive('tickets'));
});

test('without VAULT_SECRET the vault`s keys come from JWT_SECRET', async () => {
  const [plain, named] = [keysOf({}), keysOf({ vaultSecret: 'x'.repeat(32) })];
  assert.equal(await plain.derive('vault'), await named.derive('vault'));
  assert.not.equal(await keysOf({ jwtSecret: 'y'.repeat(32) }).derive('vault'), await plain.derive('vault'));
});

test('[D1.authenticate.claims] claims are an object, without those that only the server sets, of 4,096 bytes at most', () => {
  assert.equal(customClaims(undefined), {});
  assert.equal(customClaims({ team: 'T', sub: 'eve', roles: ['x'], aud: 'x', deep: { sub: 1 }, gone: undefined }), {
    team: 'T',
    deep: { sub: 1 },
  });
  const dropped: string[] = [];
  customClaims({ team: 'T', roles: ['x'], email: 'e' }, (name) => dropped.push(name));
  assert.equal(dropped, ['roles', 'email']);
  for (const claims of [null, [], 'x', 7]) assert.throws(() => customClaims(claims), 'claims must be an object');
  const room = 4096 - '{"a":""}'.length;
  assert.is(Object.keys(customClaims({ a: 'x'.repeat(room) })).length, 1);
  assert.throws(() => customClaims({ a: 'x'.repeat(room + 1) }), 'over 4096 bytes');
});

test('[D1.authorize.state] a redirect keeps the client`s own query and leaves out absent parameters', () => {
  const location = (uri: string) => redirectTo(uri, { code: 'c', state: undefined, iss: 'https://a.example' }).headers['location'];
  assert.is(location('https://b.example/back'), 'https://b.example/back?code=c&iss=https%3A%2F%2Fa.example');
  assert.is(location('https://b.example/back?x=1'), 'https://b.example/back?x=1&code=c&iss=https%3A%2F%2Fa.example');
});

test('repeated and missing parameters are refused, empty ones count as absent', () => {
  const parameters = new Parameters(
    new Map([
      ['one', ['1']],
      ['two', ['1', '1']],
      ['empty', ['']],
    ]),
    (message) => new Error(message),
  );
  assert.equal([parameters.get('one'), parameters.get('empty'), parameters.get('none')], ['1', undefined, undefined]);
  assert.throws(() => parameters.get('two'), 'two was sent more than once');
  assert.throws(() => parameters.require('empty'), 'empty is required');
});

test('[R18.cookie] the cookie is bound to the host over https, and taken away by an empty one', () => {
  const of = (baseUrl: string, value: string) => signInCookie({ id: 'abcdefghijklmnop' }, { baseUrl, issuer: '', resource: '' }, value);
  assert.match(of('https://a.example', 'v'), /^__Host-service_signin_abcdefghijkl=v; .*Max-Age=600.*Secure/);
  assert.match(of('http://127.0.0.1', 'v'), /^service_signin_abcdefghijkl=v; /);
  assert.not.match(of('http://127.0.0.1', 'v'), 'Secure');
  assert.match(of('https://a.example', ''), 'Max-Age=0');
});

test.run();
