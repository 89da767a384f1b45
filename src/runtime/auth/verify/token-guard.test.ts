import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyExchange } from '../../../../test/support/step-scene.ts';
import { createAuthContext } from '../../define/create-auth-context.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { AccessTokenVerifier } from './access-token.ts';
import { nameMetadata } from './challenge.ts';
import { createTokenGuard, type TokenGuardOptions } from './token-guard.ts';

const guardOf = (more: Partial<TokenGuardOptions> = {}, fail?: Error) =>
  createTokenGuard({
    verifier: new AccessTokenVerifier({
      mode: 'local',
      clock: () => 0,
      check: async (token) => {
        if (fail !== undefined) throw fail;
        const payload = { sub: 'ada', iss: 'i', aud: token === 'elsewher.bbbb.cccc' ? 'b' : 'a', exp: 10, scope: 'read' };
        return { payload, protectedHeader: { alg: 'HS256' } };
      },
    }),
    expectedAt: () => ({ issuer: 'i', accepts: (audience) => audience === 'a' }),
    metadataAt: () => 'https://a.example/meta',
    ...more,
  });

const sending = (authorization?: string): HttpExchange =>
  emptyExchange({
    header: (name) => (name === 'authorization' ? authorization : undefined),
  });

async function challengeOf(verdict: Promise<{ answer: HttpAnswer } | { auth: unknown }>): Promise<string> {
  const found = await verdict;
  return 'answer' in found ? `${found.answer.status} ${String(found.answer.headers['www-authenticate'])}` : 'let in';
}
const meta = 'resource_metadata="https://a.example/meta"';

test('[D1.auth.challenge] nothing, something broken and something wrong are refused differently; a good token is let in', async () => {
  const guard = guardOf();
  assert.is(await challengeOf(guard(sending())), `401 Bearer ${meta}`);
  assert.match(
    await challengeOf(guard(sending('Bearer a,b'))),
    `401 Bearer error="invalid_token", error_description="the bearer token is not`,
  );
  assert.is(
    await challengeOf(guard(sending('Bearer elsewher.bbbb.cccc'))),
    `401 Bearer error="invalid_token", error_description="Token audience does not match this resource", ${meta}`,
  );
  assert.is(await challengeOf(guard(sending('Bearer aaaa.bbbb.cccc'))), 'let in');
  assert.is(await challengeOf(guardOf({ metadataAt: () => undefined })(sending())), '401 Bearer');
});

test('a caller without a token may be let in; one with a token that is not accepted never is', async () => {
  const nobody = createAuthContext({ mode: 'local', isAnonymous: true, user: { sub: 'anon' }, scopes: [], claims: {} });
  const guard = guardOf({ withoutToken: () => Promise.resolve(nobody) });
  const verdict = await guard(sending());
  assert.ok('auth' in verdict && verdict.auth === nobody);
  assert.match(await challengeOf(guard(sending('Bearer a,b'))), '401');
  assert.match(await challengeOf(guard(sending('Bearer elsewher.bbbb.cccc'))), '401');
});

test('a token without a required scope is 403; scopes are revealed only when there are some', async () => {
  assert.is(await challengeOf(guardOf({ requiredScopes: ['read'] })(sending('Bearer aaaa.bbbb.cccc'))), 'let in');
  assert.match(
    await challengeOf(guardOf({ requiredScopes: ['read', 'write'] })(sending('Bearer aaaa.bbbb.cccc'))),
    '403 Bearer error="insufficient_scope", scope="read write"',
  );
  assert.is(await challengeOf(guardOf({ requiredScopes: ['read'] })(sending())), `401 Bearer scope="read", ${meta}`);
});

test('a fault of the server is no refusal', async () => {
  await guardOf(
    {},
    new Error('the disk is gone'),
  )(sending('Bearer aaaa.bbbb.cccc')).then(
    () => assert.unreachable(),
    (failure: unknown) => assert.is((failure as Error).message, 'the disk is gone'),
  );
});

test('a step-up without a metadata address gets one', () => {
  const named = (status: number, challenge?: string | string[]): unknown => {
    const headers: HttpAnswer['headers'] = challenge === undefined ? {} : { 'www-authenticate': challenge };
    return nameMetadata({ status, headers }, emptyExchange(), () => 'https://a.example/m"eta').headers['www-authenticate'];
  };
  const stepUp = 'Bearer error="insufficient_scope", scope="b"';
  assert.is(named(403, stepUp), `${stepUp}, resource_metadata="https://a.example/m'eta"`);
  assert.is(named(401, stepUp), stepUp);
  assert.is(named(403), undefined);
  assert.is(named(403, 'Bearer error="invalid_token"'), 'Bearer error="invalid_token"');
  assert.is(named(403, `${stepUp}, resource_metadata="x"`), `${stepUp}, resource_metadata="x"`);
});

test.run();
