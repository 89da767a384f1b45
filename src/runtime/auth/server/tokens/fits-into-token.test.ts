import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { stepRequest } from '../../../../../test/support/step-scene.ts';
import { maxTokenLength } from '../../verify/bearer.ts';
import { AccessTokens } from './access-tokens.ts';
import { fitsIntoToken } from './fits-into-token.ts';

const { signIn } = stepRequest();
const { clientId, issuer, resource, scopes, user } = signIn;

test('claims fit as long as the token that they make is one that is read, and not a byte longer than is counted for', async () => {
  // Four characters of a token are three bytes, 400 of which are not counted here.
  const room = (maxTokenLength / 4) * 3 - 400 - JSON.stringify([user, { long: '' }, clientId, issuer, resource, scopes.join(' ')]).length;
  const fits = (length: number) => fitsIntoToken(signIn, { long: 'x'.repeat(length) });
  assert.equal([fits(0), fits(room), fits(room + 1)], [true, true, false]);
  assert.equal([fitsIntoToken(signIn, { long: '\u00e9'.repeat(room / 2 + 1) }), fits(room / 2 + 1)], [false, true], 'bytes count');
  const settled = { ...signIn, stepClaims: { long: 'x'.repeat(room) } };
  assert.equal([fitsIntoToken(settled, {}), fitsIntoToken(settled, { more: 1 })], [true, false], 'what steps settled before counts');
  const { keys } = inMemoryServer().parts;
  const token = await new AccessTokens(keys, () => Date.now()).sign({
    sub: user.sub,
    issuer,
    audience: resource,
    scopes,
    lifetimeSeconds: 3600,
    claims: { email: user.email ?? '', client_id: clientId, long: 'x'.repeat(room) },
  });
  assert.ok(token.length <= maxTokenLength, String(token.length));
});

test.run();
