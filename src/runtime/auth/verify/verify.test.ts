import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HttpExchange } from '../../web/exchange.ts';
import { emptyExchange } from '../../../../test/support/step-scene.ts';
import { createAnonymousCallers } from './anonymous-callers.ts';
import { readBearer } from './bearer.ts';
import { printChallenge, printScopeChallenge, refuseScope, refuseToken, refuseWithoutCredentials } from './challenge.ts';

function exchangeWith(authorization: string | undefined): HttpExchange {
  return {
    method: 'POST',
    path: '/',
    query: 'access_token=stolen',
    secure: false,
    signal: new AbortController().signal,
    header: (name) => (name === 'authorization' ? authorization : undefined),
    eachHeader: () => undefined,
    text: () => Promise.resolve(''),
    bytes: () => Promise.resolve(new Uint8Array()),
  };
}

test('[D1.auth.bearer] the scheme is read in any case, and only one well formed token', () => {
  assert.equal(readBearer(exchangeWith('Bearer a.b.c')), { kind: 'token', token: 'a.b.c' });
  assert.equal(readBearer(exchangeWith('bEARER  a_-~+/==')), { kind: 'token', token: 'a_-~+/==' });
  for (const absent of [undefined, '', '  ', 'Basic YTpi', 'Basic YTpi, Bearer a', 'Bear er'])
    assert.is(readBearer(exchangeWith(absent)).kind, 'none', absent ?? '');
  for (const bad of [
    'Bearer',
    'Bearer a b',
    'Bearer a,b',
    'Bearer a, Bearer b',
    'Bearer a, Basic YTpi',
    'Bearer "a"',
    'Bearer é',
    `Bearer ${'a'.repeat(15_361)}`,
  ])
    assert.is(readBearer(exchangeWith(bad)).kind, 'malformed', bad.slice(0, 20));
});

test('[D1.auth.bearer] a token has 15,360 characters at most', () => {
  assert.is(readBearer(exchangeWith(`Bearer ${'a'.repeat(15_360)}`)).kind, 'token');
  assert.is(readBearer(exchangeWith(`Bearer ${'a'.repeat(15_361)}`)).kind, 'malformed');
});

test('callers without a token are separated by session, else by request, and a forged name changes nothing', async () => {
  const name = createAnonymousCallers({ mode: 'public', scopes: ['read', 'look'] });
  const of = (session?: string) => name(emptyExchange({ header: (one) => (one === 'mcp-session-id' ? session : undefined) }));
  const [one, again, other] = [await of('session-1'), await of('session-1'), await of('session-2')];
  assert.is(one.user.sub, again.user.sub);
  assert.is.not(one.user.sub, other.user.sub);
  assert.is.not((await of()).user.sub, (await of()).user.sub);
  for (const { claims, isAnonymous, scopes, user } of [one, await of()]) {
    assert.match(user.sub, /^anon:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    assert.not.match(user.sub, 'session-1');
    assert.equal([isAnonymous, [...scopes], claims['anonymous'], claims['scope']], [true, ['read', 'look'], true, 'read look']);
  }
});

test('[R1.challenge] members are quoted-strings, and nothing in them ends one early', () => {
  assert.is(printChallenge({}), 'Bearer');
  assert.is(
    printChallenge({ error: 'invalid_token', description: 'unexpected "iss" \\ é\r\nX: 1', resourceMetadata: 'https://h/x' }),
    `Bearer error="invalid_token", error_description="unexpected 'iss' / ???X: 1", resource_metadata="https://h/x"`,
  );
  const scopes = ['a', 'b"\r\nX: 1'];
  assert.is(printScopeChallenge(scopes), printChallenge({ error: 'insufficient_scope', scopes }));
});

test('[R1.challenge.none] without credentials there is neither error nor scope', () => {
  const answer = refuseWithoutCredentials({ resourceMetadata: 'https://h/.well-known/oauth-protected-resource' });
  assert.is(answer.status, 401);
  assert.is(answer.headers['www-authenticate'], 'Bearer resource_metadata="https://h/.well-known/oauth-protected-resource"');
});

test('[D1.auth.message] the body of a refused token has the reason, verbatim', () => {
  const answer = refuseToken('unexpected "iss" claim value', {});
  assert.is(answer.status, 401);
  assert.equal(JSON.parse(String(answer.body)), { error: 'Unauthorized', message: 'unexpected "iss" claim value' });
  const low = refuseScope(['a', 'b'], {});
  assert.is(low.status, 403);
  assert.is(
    low.headers['www-authenticate'],
    'Bearer error="insufficient_scope", scope="a b", error_description="The token lacks the scope a b"',
  );
});

test.run();
