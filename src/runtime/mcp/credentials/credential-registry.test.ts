import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, createAuthContext } from '../../define/create-auth-context.ts';
import type { AuthProviderOptions, ProviderCredential } from '../../define/auth-provider.ts';
import { silentLogger } from '../../std/index.ts';
import { credentialHeaders, CredentialRegistry } from './credential-registry.ts';

const caller = (sub: string, sessionId?: string) => ({
  auth: sub === '' ? anonymousCaller : createAuthContext({ mode: 'static', isAnonymous: false, user: { sub } }),
  sessionId,
  get: (): never => {
    throw new Error('no provider is asked for');
  },
});

function registryOf(provider: Omit<AuthProviderOptions, 'name'>, clock = { now: 0 }): CredentialRegistry {
  return new CredentialRegistry({ app: 'a', providers: [{ name: 'p', ...provider }], clock: () => clock.now, logger: silentLogger });
}

const counting = (more: object = {}) => {
  let made = 0;
  const make = (): ProviderCredential => ({ type: 'bearer', token: `t${++made}`, ...more });
  return { factory: make, count: () => made };
};

test('[providers.renew] kept for cacheTtl, never past its own expiry, and renewed by refresh with the old value', async () => {
  const clock = { now: 0 };
  const short = counting();
  const registry = registryOf({ factory: short.factory, cacheTtl: 1000 }, clock);
  await registry.get('p', caller('ann'));
  clock.now = 999;
  await registry.get('p', caller('ann'));
  assert.is(short.count(), 1);
  clock.now = 1000;
  await registry.get('p', caller('ann'));
  assert.is(short.count(), 2);

  const before: unknown[] = [];
  const ending = registryOf(
    {
      factory: () => ({ type: 'bearer', token: 'first', expiresAt: 10_000 }),
      refresh: ({ credential }) => {
        before.push(Reflect.get(credential, 'token'));
        return { type: 'bearer', token: 'next', expiresAt: 100_000 };
      },
    },
    clock,
  );
  await ending.get('p', caller('ann'));
  clock.now = 9_000;
  assert.equal(await ending.get('p', caller('ann')), { type: 'bearer', token: 'next', expiresAt: 100_000 });
  assert.equal(before, ['first']);
});

test('[providers.renew] parallel callers make one credential; invalidate forgets it; a failure is tried again', async () => {
  const made = counting();
  const registry = registryOf({ factory: async () => made.factory() });
  await Promise.all([1, 2, 3].map(() => registry.get('p', caller('ann'))));
  assert.is(made.count(), 1);
  registry.forCaller(caller('ann')).invalidate('p');
  await registry.get('p', caller('ann'));
  assert.is(made.count(), 2);
  let down = true;
  const failing = registryOf({ factory: () => (down ? Promise.reject(new Error('down')) : { type: 'bearer', token: 't' }) });
  assert.is(await failing.get('p', caller('ann')), undefined);
  down = false;
  assert.ok(await failing.get('p', caller('ann')));
});

test('[providers.scopes] of a user, of a session, of all; anonymous callers own nothing', async () => {
  const counts = async (scope: 'global' | 'user' | 'session', callers: readonly ReturnType<typeof caller>[]): Promise<number> => {
    const made = counting();
    const registry = registryOf({ scope, factory: made.factory });
    for (const one of callers) await registry.get('p', one);
    return made.count();
  };
  assert.is(await counts('global', [caller('ann'), caller('bob'), caller('')]), 1);
  assert.is(await counts('user', [caller('ann', 's1'), caller('ann', 's2'), caller('bob')]), 2);
  assert.is(await counts('session', [caller('ann', 's1'), caller('ann', 's2'), caller('bob', 's1'), caller('ann', 's1')]), 3);
  assert.is(await counts('user', [caller(''), caller('')]), 2);
});

test('[providers.fetch] headers of each kind that is shown over HTTP', () => {
  assert.equal(credentialHeaders({ type: 'oauth', accessToken: 'a' }), { authorization: 'Bearer a' });
  assert.equal(credentialHeaders({ type: 'api_key', key: 'k' }), { 'x-api-key': 'k' });
  assert.equal(credentialHeaders({ type: 'api_key', key: 'k', headerName: 'Authorization', headerPrefix: 'Key' }), {
    authorization: 'Key k',
  });
  assert.equal(credentialHeaders({ type: 'basic', username: 'u', password: 'p' }), { authorization: 'Basic dTpw' });
  assert.equal(credentialHeaders({ type: 'ssh_key', key: 'x' }), {});
});

test.run();
