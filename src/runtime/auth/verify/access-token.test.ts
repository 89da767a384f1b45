import { errors, type JWTPayload } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AccessTokenVerifier, TokenRefused, type Expected } from './access-token.ts';

const good: JWTPayload = { sub: 'ada', iss: 'https://a.example', aud: 'https://a.example/mcp', exp: 2000 };
const expected: Expected = { issuer: 'https://a.example', accepts: (audience) => audience === 'https://a.example/mcp' };

/** A verifier whose signatures are all good, at second 1000; `checked` is how often one was looked at. */
function verifierOf(payload: object, header: { readonly typ?: string } = {}, rememberMs?: number) {
  const scene = { now: 1_000_000, checked: 0 };
  const verifier = new AccessTokenVerifier({
    mode: 'local',
    clock: () => scene.now,
    ...(rememberMs === undefined ? {} : { rememberMs }),
    check: async () => {
      scene.checked += 1;
      return { payload: payload as JWTPayload, protectedHeader: { alg: 'HS256', ...header } };
    },
  });
  return { scene, verify: (token = 'aaaa.bbbb.cccc', more: Partial<Expected> = {}) => verifier.verify(token, { ...expected, ...more }) };
}

const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'accepted',
    (failure: unknown) => {
      if (!(failure instanceof TokenRefused)) throw failure;
      return failure.message;
    },
  );
const notValid = 'The token is not valid';

test('[D1.tokens.accepted] a token without one of its claims, or with one of another kind, is not valid', async () => {
  assert.is(await refusalOf(verifierOf(good).verify()), 'accepted');
  for (const missing of ['sub', 'exp'])
    assert.is(await refusalOf(verifierOf({ ...good, [missing]: undefined }).verify()), notValid, missing);
  // A token that names no issuer or audience names none that fits.
  assert.is(await refusalOf(verifierOf({ ...good, iss: undefined }).verify()), 'unexpected "iss" claim value');
  assert.is(await refusalOf(verifierOf({ ...good, aud: undefined }).verify()), 'Token audience does not match this resource');
  for (const sub of ['', 7, null]) assert.is(await refusalOf(verifierOf({ ...good, sub }).verify()), notValid, String(sub));
});

test('[D1.tokens.accepted] a token says that it is one for access, or nothing', async () => {
  for (const typ of ['JWT', 'at+jwt', 'AT+JWT', 'jwt']) assert.is(await refusalOf(verifierOf(good, { typ }).verify()), 'accepted', typ);
  for (const typ of ['dpop+jwt', 'xJWT', 'JWTx', '']) assert.is(await refusalOf(verifierOf(good, { typ }).verify()), notValid, typ);
});

test('[D1.tokens.accepted] another spelling of the same token is never looked at', async () => {
  const { scene, verify } = verifierOf(good);
  for (const token of ['aaaa.bbbb.ccc=', 'aaaa.bb!b.cccc', 'aaaa. bbb.cccc', 'aaaa.bbbb.c', 'aaaa.bbbb.cd'])
    assert.is(await refusalOf(verify(token)), notValid, token);
  assert.is(scene.checked, 0);
});

test('[I15.totals.tokens] remembered tokens are bounded by number and by length; the oldest are forgotten first', async () => {
  const { scene, verify } = verifierOf(good);
  const tokenOf = (length: number, at: number): string => {
    const rest = length - 'aaaa..cccc'.length - 8;
    return `aaaa.${String(at).padStart(8, '0')}${'A'.repeat(rest - (rest % 4))}.cccc`;
  };
  const checkedBy = async (tokens: readonly string[]): Promise<number> => {
    const before = scene.checked;
    for (const token of tokens) await verify(token);
    return scene.checked - before;
  };
  const long = Array.from({ length: 600 }, (_, at) => tokenOf(15_000, at));
  assert.is(await checkedBy(long), 600);
  // 8 MiB hold 559 of them.
  assert.equal([await checkedBy(long.slice(-550)), await checkedBy(long.slice(0, 30))], [0, 30]);
  const short = Array.from({ length: 2001 }, (_, at) => tokenOf(100, at));
  assert.is(await checkedBy(short), 2001);
  assert.equal([await checkedBy(short.slice(1)), await checkedBy(short.slice(0, 1))], [0, 1]);
});

test('[I15.totals.tokens] tokens may fill all of the room, and one that is checked again takes its own room', async () => {
  const { scene, verify } = verifierOf(good, {}, 1000);
  const tokens = Array.from({ length: 512 }, (_, at) => `${String(at).padStart(4, '0')}.${'A'.repeat(16_384 - 10)}.cccc`);
  const verifyAll = async (): Promise<number> => {
    const before = scene.checked;
    for (const token of tokens) await verify(token);
    return scene.checked - before;
  };
  for (let at = 0; at < 300; at++, scene.now += 1000) await verify(tokens[0]);
  assert.equal([await verifyAll(), await verifyAll()], [512, 0], '512 of 16 KiB are 8 MiB');
  scene.now += 1000;
  assert.equal([await verifyAll(), await verifyAll()], [512, 0]);
});

test('[D1.tokens.issuer] the issuer is this one, a further one, or any where only the signature counts', async () => {
  const { verify } = verifierOf({ ...good, iss: 'https://b.example' });
  const wrong = 'unexpected "iss" claim value';
  assert.is(await refusalOf(verify()), wrong);
  assert.is(await refusalOf(verify('aaaa.bbbb.cccc', { issuers: [] })), wrong);
  assert.is(await refusalOf(verify('aaaa.bbbb.cccc', { issuers: ['https://c.example'] })), wrong);
  assert.is(await refusalOf(verify('aaaa.bbbb.cccc', { issuers: ['https://b.example'] })), 'accepted');
  assert.is(await refusalOf(verify('aaaa.bbbb.cccc', { issuers: 'any' })), 'accepted');
});

test('[D1.tokens.audience] one audience of a list is enough; entries that are not texts are ignored', async () => {
  const wrong = 'Token audience does not match this resource';
  assert.is(await refusalOf(verifierOf({ ...good, aud: 'https://b.example' }).verify()), wrong);
  assert.is(await refusalOf(verifierOf({ ...good, aud: [] }).verify()), wrong);
  assert.is(await refusalOf(verifierOf({ ...good, aud: ['x', good.aud] }).verify()), 'accepted');
  const seen: unknown[] = [];
  await refusalOf(verifierOf({ ...good, aud: [7, 'x'] }).verify('aaaa.bbbb.cccc', { accepts: (audience) => seen.push(audience) < 0 }));
  assert.equal(seen, ['x']);
  for (const aud of [{ [String(good.aud)]: true }, 7, true, null]) assert.is(await refusalOf(verifierOf({ ...good, aud }).verify()), wrong);
  for (const iss of [[good.iss], { iss: good.iss }, 7, null])
    assert.is(await refusalOf(verifierOf({ ...good, iss }).verify('aaaa.bbbb.cccc', { issuers: 'any' })), 'unexpected "iss" claim value');
});

test('[D1.tokens.cached] a token is checked once, until it ends or is to be looked at again', async () => {
  const { scene, verify } = verifierOf(good);
  await verify();
  scene.now = 1_999_999;
  await verify();
  assert.is(scene.checked, 1);
  scene.now = 2_000_000;
  assert.is(await refusalOf(verify()), 'The token has expired');
  const short = verifierOf(good, {}, 5000);
  await short.verify();
  short.scene.now += 4999;
  await short.verify();
  assert.is(short.scene.checked, 1);
  short.scene.now += 1;
  await short.verify();
  assert.is(short.scene.checked, 2);
});

test('[D1.tokens.cached] the oldest of 2,000 is forgotten, and only then', async () => {
  const { scene, verify } = verifierOf(good);
  for (let at = 0; at < 2000; at++) await verify(`aaaa.bbbb.${String(at).padStart(4, '0')}`);
  await verify('aaaa.bbbb.0000');
  assert.is(scene.checked, 2000);
  await verify('aaaa.bbbb.2000');
  await verify('aaaa.bbbb.0001');
  assert.is(scene.checked, 2001);
  await verify('aaaa.bbbb.0000');
  assert.is(scene.checked, 2002);
});

test('[D1.tokens.cached] a token that has ended takes no place of those that are good', async () => {
  const scene = { checked: 0 };
  const verifier = new AccessTokenVerifier({
    mode: 'local',
    clock: () => 1_000_000,
    check: async (token) => {
      scene.checked += 1;
      return { payload: { ...good, exp: token === 'aaaa.bbbb.dddd' ? 1000 : 2000 }, protectedHeader: { alg: 'HS256' } };
    },
  });
  const verify = (at: number) => verifier.verify(`aaaa.bbbb.${String(at).padStart(4, '0')}`, expected);
  await verify(0);
  assert.is(await refusalOf(verifier.verify('aaaa.bbbb.dddd', expected)), 'The token has expired');
  for (let at = 1; at < 2000; at++) await verify(at);
  await verify(0);
  assert.is(scene.checked, 2001);
});

test('[D1.auth.message] the fault of a signature stays hidden; a fault of the server is not a refusal', async () => {
  const failing = (failure: Error) =>
    new AccessTokenVerifier({ mode: 'local', clock: () => 0, check: () => Promise.reject(failure) }).verify('aaaa.bbbb.cccc', expected);
  assert.is(await refusalOf(failing(new errors.JWTExpired('old', good))), 'The token has expired');
  assert.is(await refusalOf(failing(new errors.JWSSignatureVerificationFailed())), notValid);
  await failing(new Error('the disk is gone')).then(
    () => assert.unreachable(),
    (failure: unknown) => assert.is((failure as Error).message, 'the disk is gone'),
  );
});

test('[D1.context] user, scopes and claims come from the token; members of a wrong type are left out', async () => {
  const payload = {
    ...good,
    name: 'Ada',
    email: 'ada@a.example',
    picture: 7,
    scope: ' a  b ',
    anonymous: 'true',
    deep: { list: [{ x: 1 }], none: null },
  };
  const caller = await verifierOf(payload).verify();
  assert.equal({ ...caller.user }, { sub: 'ada', name: 'Ada', email: 'ada@a.example' });
  assert.equal([...caller.scopes], ['a', 'b']);
  assert.is(caller.isAnonymous, false);
  assert.is((await verifierOf({ ...good, anonymous: true }).verify()).isAnonymous, true);
  assert.equal([...(await verifierOf({ ...good, scp: ['a', 7, '', 'b'] }).verify()).scopes], ['a', 'b']);
  assert.equal([...(await verifierOf({ ...good, scope: 7 }).verify()).scopes], []);
  assert.equal([...(await verifierOf({ ...good, scope: '', scp: ['b'] }).verify()).scopes], []);
  const { deep } = caller.claims as { deep: { list: { x: number }[] } };
  assert.throws(() => void ((deep.list[0] ?? { x: 0 }).x = 2), /read only/);
});

test.run();
