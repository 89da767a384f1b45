import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonWebKeys, ProviderConfig } from '../../define/provider-options.ts';
import { changeCharacter } from '../../../../test/support/change-character.ts';
import { emptyExchange } from '../../../../test/support/step-scene.ts';
import { IdentityProvider, KeptDocument, metadataAddresses } from './identity-provider.ts';
import { ProviderUnavailable, isProviderAddress, readProviderDocument } from './provider-documents.ts';
import { providerDiscoveryRoutes } from './provider-discovery-routes.ts';

const provider = 'https://id.example/tenant';
const [first = '', second = '', third = ''] = metadataAddresses(provider);
const keysAt = 'https://id.example/keys';
const metadata = { issuer: provider, jwks_uri: keysAt };

type Answer = object | number | string;

/** An identity provider whose documents are these; what is not there is 404. */
function sceneOf(documents: Record<string, Answer>, config: ProviderConfig = {}) {
  const scene = { now: 1_000_000, asked: new Array<string>(), documents };
  const call = async (url: Parameters<typeof fetch>[0]): Promise<Response> => {
    const address = typeof url === 'string' ? url : url instanceof URL ? url.href : url.url;
    scene.asked.push(address);
    const answer = documents[address] ?? 404;
    if (typeof answer === 'number') return new Response('{}', { status: answer });
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  return { scene, call, identity: new IdentityProvider({ provider, config, clock: () => scene.now, fetch: call }) };
}

const problemOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (failure: unknown) => {
      if (!(failure instanceof ProviderUnavailable)) throw failure;
      return failure.message;
    },
  );

const pair = async (alg: 'ES256' | 'EdDSA' = 'ES256', kid = alg as string) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const sign = (claims: object = {}) =>
    new SignJWT({ sub: 'ada', iss: provider, aud: 'a', exp: 2000, ...claims }).setProtectedHeader({ alg, kid }).sign(privateKey);
  return { jwk: { ...(await exportJWK(publicKey)), kid }, secret: { ...(await exportJWK(privateKey)), kid }, sign };
};

test('discovery asks three places in order, each once, and takes the first that is there', async () => {
  assert.equal(metadataAddresses('https://id.example/tenant/'), [
    'https://id.example/.well-known/oauth-authorization-server/tenant',
    'https://id.example/tenant/.well-known/openid-configuration',
    'https://id.example/.well-known/openid-configuration/tenant',
  ]);
  assert.is(metadataAddresses('https://id.example').length, 2);
  for (const [at, place] of [first, second, third].entries()) {
    const { identity, scene } = sceneOf({ [place]: metadata });
    assert.is((await identity.metadata()).url, place);
    assert.equal(scene.asked, [first, second, third].slice(0, at + 1));
  }
  assert.match(await problemOf(sceneOf({}).identity.metadata()), 'has no discovery document');
});

test('a document that names another issuer is refused, unless the operator allows it', async () => {
  const of = (issuer: unknown, config: ProviderConfig = {}) => problemOf(sceneOf({ [first]: { issuer } }, config).identity.metadata());
  assert.is(await of(`${provider}/`), 'none');
  for (const issuer of ['https://evil.example', undefined, 7]) assert.match(await of(issuer), 'names another issuer', String(issuer));
  assert.is(await of('https://other.example', { additionalIssuers: ['https://other.example/'] }), 'none');
  assert.is(await of('https://other.example', { verifyIssuer: false }), 'none');
  assert.match(await of('https://other.example', { verifyIssuer: true }), 'names another issuer');
  assert.match(await of(7, { verifyIssuer: false }), 'names another issuer');
});

test('issuers are the provider`s and further ones; with keys of its own nothing is fetched', async () => {
  const discovered = sceneOf({ [first]: { ...metadata, issuer: `${provider}/` } }, { additionalIssuers: ['https://b.example'] });
  assert.equal(await discovered.identity.issuers(), [`${provider}/`, 'https://b.example']);
  for (const config of [{ jwks: { keys: [] } }, { jwksUri: keysAt }]) {
    const { identity, scene } = sceneOf({}, config);
    assert.equal(await identity.issuers(), [provider]);
    assert.is(scene.asked.length, 0);
  }
});

test('keys come from the options, the configured place or the metadata; a key that is not known is looked for once more', async () => {
  const [one, two] = [await pair('ES256', 'one'), await pair('EdDSA', 'two')];
  const token = await one.sign();
  for (const config of [{ jwks: { keys: [one.jwk] } }, { jwksUri: keysAt }, {}]) {
    const { identity, scene } = sceneOf({ [first]: metadata, [keysAt]: { keys: [one.jwk] } }, config);
    assert.is((await identity.check(token)).payload.sub, 'ada');
    assert.is(scene.asked.includes(keysAt), config.jwks === undefined);
  }
  const { identity, scene } = sceneOf({ [first]: metadata, [keysAt]: { keys: [one.jwk] } });
  await identity.check(token);
  scene.documents[keysAt] = { keys: [two.jwk] };
  const newer = await two.sign();
  assert.is(await identity.check(newer).then(String, () => 'refused'), 'refused', 'not again within half a minute');
  scene.now += 30_000;
  assert.is((await identity.check(newer)).payload.sub, 'ada');
  assert.is(scene.asked.filter((address) => address === keysAt).length, 2);
});

/** As a file of a provider may have them. */
const keysOf = (keys: unknown): JsonWebKeys => ({ keys: keys as JsonWebKeys['keys'] });

test('only asymmetric keys are used, and no token chooses another algorithm', async () => {
  const one = await pair();
  const unusable = [one.secret, { kty: 'oct', k: 'c2VjcmV0' }, { ...one.jwk, k: 'c2VjcmV0' }, 'key', null, 7, { use: 'sig' }];
  const none = 'the provider has no public key';
  for (const keys of [[], unusable, undefined, 'x'])
    assert.match(await problemOf(sceneOf({}, { jwks: keysOf(keys) }).identity.check(await one.sign())), none);
  const { identity } = sceneOf({}, { jwks: keysOf([...unusable, one.jwk]) });
  assert.is((await identity.check(await one.sign())).payload.sub, 'ada');
  const many = Array.from({ length: 100 }, () => ({ kty: 'RSA' }));
  assert.match(
    await sceneOf({}, { jwks: { keys: [...many, one.jwk] } })
      .identity.check(await one.sign())
      .then(String, (failure: unknown) => String(failure)),
    'no applicable key',
  );
  const shared = await new SignJWT({ sub: 'x', iss: provider, aud: 'a', exp: 2000 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JSON.stringify(one.jwk)));
  assert.is(await identity.check(shared).then(String, () => 'refused'), 'refused');
  for (const missing of ['sub', 'aud', 'exp', 'iss'])
    assert.is(
      await one.sign({ [missing]: undefined }).then((token) => identity.check(token).then(String, () => 'refused')),
      'refused',
      missing,
    );
  assert.is(await identity.check(await one.sign({ exp: 999 })).then(String, () => 'refused'), 'refused');
});

test('a token that fails with a known key triggers no fetch of keys', async () => {
  const one = await pair();
  const { identity, scene } = sceneOf({ [keysAt]: { keys: [one.jwk] } }, { jwksUri: keysAt });
  await identity.check(await one.sign());
  scene.now += 30_000;
  const forged = changeCharacter(await one.sign(), -4);
  for (const bad of [await one.sign({ exp: 999 }), forged, 'x'])
    assert.is(await identity.check(bad).then(String, () => 'refused'), 'refused');
  assert.equal(scene.asked, [keysAt]);
});

test('a provider that names no place of its keys, or one that is not there, cannot be asked', async () => {
  const { sign } = await pair();
  const token = await sign();
  for (const jwks_uri of [undefined, 7, 'keys'])
    assert.match(await problemOf(sceneOf({ [first]: { ...metadata, jwks_uri } }).identity.check(token)), 'names no jwks_uri');
  assert.match(await problemOf(sceneOf({ [first]: metadata }).identity.check(token)), `${keysAt} is not there`);
});

test('kept values are fetched again when they are old, and after a failure with a pause', async () => {
  const { identity, scene } = sceneOf({ [first]: metadata });
  await Promise.all([identity.metadata(), identity.metadata()]);
  scene.now += 3_599_999;
  await identity.metadata();
  assert.is(scene.asked.length, 1);
  scene.now += 1;
  await identity.metadata();
  assert.is(scene.asked.length, 2);
  const away = sceneOf({ [first]: 500 });
  assert.match(await problemOf(away.identity.metadata()), 'answered 500');
  away.scene.documents[first] = metadata;
  away.scene.now += 29_999;
  assert.match(await problemOf(away.identity.metadata()), 'answered 500');
  assert.is(away.scene.asked.length, 1);
  away.scene.now += 1;
  assert.is((await away.identity.metadata()).issuer, provider);
});

test('a document is a JSON object, over https or on loopback; 4xx means that there is none', async () => {
  const read = (answer: Answer, address = keysAt) => readProviderDocument(sceneOf({ [address]: answer }).call, address);
  assert.equal(await read({ a: 1 }), { a: 1 });
  for (const status of [400, 404, 499]) assert.is(await read(status), undefined, String(status));
  for (const status of [302, 500, 399]) assert.match(await problemOf(read(status)), `answered ${status}`);
  for (const text of ['[]', 'null', '7']) assert.match(await problemOf(read(text)), 'is no JSON object', text);
  assert.match(await problemOf(read('<html>')), 'no JSON');
  assert.match(await problemOf(read({}, 'http://id.example/')), 'neither https nor on loopback');
  assert.equal(await read({ a: 1 }, 'http://127.0.0.1:9/'), { a: 1 });
  const gone = () => Promise.reject(new Error('no way'));
  assert.match(await problemOf(readProviderDocument(gone, keysAt)), 'id.example could not be reached');
  for (const [address, good] of [
    ['https://id.example', true],
    ['http://localhost:1', true],
    ['http://id.example', false],
    ['ftp://localhost', false],
    ['no address', false],
  ] as const)
    assert.is(isProviderAddress(address), good, address);
});

test('clients are led to the provider: by the metadata, and by the place of the issuer even while it is away', async () => {
  const places = async (documents: Record<string, Answer>, more: { scopes?: string[]; pinned?: boolean } = {}) =>
    Promise.all(
      providerDiscoveryRoutes({
        provider: sceneOf(documents).identity,
        address: provider,
        scopes: more.scopes ?? [],
        resourceAt: () => 'https://a.example/mcp',
        resourcePaths: ['/mcp', ''],
        issuerPaths: [],
        pinned: more.pinned ?? false,
      }).map(async ({ answer, path }) => ({ path, answer: await answer(emptyExchange()) })),
    );
  const [root, below, issuer] = await places({ [second]: metadata });
  assert.equal([root?.path, below?.path], ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']);
  assert.equal(JSON.parse(String(root?.answer.body)), {
    resource: 'https://a.example/mcp',
    authorization_servers: [provider],
    bearer_methods_supported: ['header'],
  });
  assert.is(root?.answer.headers['cache-control'], 'no-store');
  assert.equal([issuer?.answer.status, issuer?.answer.headers['location']], [302, second]);
  const [pinned, , away] = await places({}, { scopes: ['read'], pinned: true });
  assert.match(String(pinned?.answer.body), '"scopes_supported":["read"]');
  assert.is(pinned?.answer.headers['cache-control'], 'public, max-age=300');
  assert.is(away?.answer.headers['location'], first);
});

/** A document whose readings a test ends by hand. */
function scene() {
  const time = { now: 0 };
  const readings: { resolve: (value: string) => void; reject: (failure: Error) => void }[] = [];
  const read = (): Promise<string> => new Promise((resolve, reject) => readings.push({ resolve, reject }));
  return { time, readings, kept: new KeptDocument({ clock: () => time.now, freshMs: 1000, pauseMs: 100 }, read) };
}

test('parallel callers cause one fetch; the value is fresh for its time, and a newer one is fetched after the pause only', async () => {
  const { kept, readings, time } = scene();
  const both = Promise.all([kept.get(), kept.get(), kept.newer()]);
  readings[0]?.resolve('one');
  assert.equal(await both, ['one', 'one', 'one']);
  time.now = 99;
  assert.is(await kept.newer(), 'one');
  time.now = 999;
  assert.is(await kept.get(), 'one');
  assert.is(readings.length, 1);
  const newer = kept.newer();
  readings[1]?.resolve('two');
  assert.equal([await newer, await kept.get(), readings.length], ['two', 'two', 2]);
  time.now = 1998;
  await kept.get();
  assert.is(readings.length, 2);
  time.now = 1999;
  void kept.get();
  assert.is(readings.length, 3);
});

test('a reading that ends after a newer one began does not make the newer one good', async () => {
  const { kept, readings, time } = scene();
  const first = kept.get();
  time.now = 100;
  const second = kept.newer();
  readings[0]?.resolve('old');
  assert.is(await first, 'old');
  time.now = 200;
  const third = kept.get();
  assert.is(readings.length, 3, 'the second is not there yet, and the first is not what is asked for');
  readings[1]?.resolve('two');
  readings[2]?.resolve('three');
  assert.equal([await second, await third, await kept.get()], ['two', 'three', 'three']);
});

test('[I15.totals.keys] while the known value is fresh, an attempt at a newer one takes it from no caller, also when it hangs or fails', async () => {
  const { kept, readings, time } = scene();
  const first = kept.get();
  readings[0]?.resolve('known');
  await first;
  time.now = 200;
  const newer = kept.newer().catch((failure: unknown) => (failure as Error).message);
  assert.is(readings.length, 2);
  assert.is(await kept.get(), 'known', 'while it hangs');
  readings[1]?.reject(new Error('away'));
  assert.is(await newer, 'away');
  assert.equal([await kept.get(), await kept.newer(), readings.length], ['known', 'known', 2], 'after it failed, within the pause too');
  time.now = 400;
  const last = kept.newer();
  assert.is(await kept.get(), 'known');
  readings[2]?.resolve('rotated');
  assert.equal([await last, await kept.get()], ['rotated', 'rotated']);
});

test('a failure is answered to all callers until the pause is over', async () => {
  const { kept, readings, time } = scene();
  const failed = (asked: Promise<string>) => asked.catch((failure: unknown) => (failure as Error).message);
  const first = failed(kept.get());
  readings[0]?.reject(new Error('away'));
  assert.is(await first, 'away');
  time.now = 99;
  assert.equal([await failed(kept.get()), readings.length], ['away', 1]);
  time.now = 100;
  const again = kept.get();
  readings[1]?.resolve('back');
  assert.is(await again, 'back');
});

test('[I15.totals.keys] a value that is not fresh any more is replaced by the attempt at once; of two attempts the later one counts', async () => {
  const { kept, readings, time } = scene();
  void kept.get();
  readings[0]?.resolve('known');
  await kept.get();
  time.now = 1000;
  const newer = kept.newer();
  assert.is(kept.get(), newer, 'at the millisecond at which its time is over');
  readings[1]?.resolve('second');
  assert.is(await newer, 'second');
  time.now = 1200;
  const slow = kept.newer();
  time.now = 1400;
  const quick = kept.newer();
  assert.is(readings.length, 4);
  readings[2]?.resolve('slow');
  assert.is(await slow, 'slow');
  assert.is(await kept.get(), 'second', 'an attempt that another one has followed changes nothing');
  assert.is(kept.newer(), quick, 'and the later one is still waited for');
  readings[3]?.resolve('quick');
  assert.equal([await quick, await kept.get()], ['quick', 'quick']);
});

test('[I15.totals.keys] an attempt that fails after a later one began leaves the later one to be waited for', async () => {
  const { kept, readings, time } = scene();
  void kept.get();
  readings[0]?.resolve('known');
  await kept.get();
  time.now = 200;
  const first = kept.newer().catch((failure: unknown) => (failure as Error).message);
  time.now = 400;
  const second = kept.newer();
  readings[1]?.reject(new Error('away'));
  assert.is(await first, 'away');
  assert.is(kept.newer(), second);
  readings[2]?.resolve('rotated');
  assert.equal([await second, await kept.get()], ['rotated', 'rotated']);
});

test.run();
