/* What the authorization server writes down, on a store that forgets nothing: times hold without the store's help. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryOptions } from '../../../../../test/support/authorization-server.ts';
import { newPkce, oauthErrorOf, redirectUri, tokensOf } from '../../../../../test/support/oauth-driver.ts';
import { MemoryStore } from '../../../storage/drivers/memory.ts';
import type { Store } from '../../../model/store.ts';
import { SignInProblem } from '../responses/problems.ts';
import { opened } from '../../../../../test/support/sign-in-fixture.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';
import { GrantRecords, type GrantFacts } from './grant-records.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import { RefreshTokens } from './refresh-tokens.ts';

/** Its clock stands still, so nothing in it ever ends. */
const lasting = (): Store => new MemoryStore({ clock: () => 0 });

const facts: GrantFacts = {
  clientId: 'c',
  redirectUri,
  codeChallenge: '',
  scopes: [],
  issuer: 'https://here.example',
  resource: '',
  user: { sub: 'ada', claims: {} },
  claims: {},
};

/** The store, and the names of what was asked of it. */
function watched(store = lasting()) {
  const asked: string[] = [];
  const watching = new Proxy(store, {
    get: (target, name: keyof Store) => {
      const member = target[name];
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        asked.push(name);
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
  return { asked, store: watching };
}

/** A client with a fresh code, on a store that keeps everything. */
async function ready(auth: NonNullable<InMemoryOptions['auth']> = {}) {
  const server = inMemoryServer({ auth, store: lasting() });
  const [clientId, pkce] = [await server.oauth.clientId(), newPkce()];
  const code = await server.oauth.code(clientId, pkce);
  return { server, clientId, exchange: () => server.oauth.exchange({ clientId, code, pkce }) };
}
const says = (answer: Parameters<typeof oauthErrorOf>[0]): string =>
  answer.status === 200 ? '200' : `${answer.status} ${oauthErrorOf(answer).error_description}`;

test('[D1.limits.code] a code is good for 60 seconds, even while the store still has it', async () => {
  const early = await ready();
  early.server.now += 59_999;
  assert.is(says(await early.exchange()), '200');
  const late = await ready();
  late.server.now += 60_000;
  assert.is(says(await late.exchange()), '400 Authorization code is invalid or expired');
});

test('[D1.limits.refresh-token] a refresh token is good for 30 days, even while the store still has it', async () => {
  const month = 30 * 86_400_000;
  const { clientId, exchange, server } = await ready();
  const first = tokensOf(await exchange());
  server.now += month - 1;
  const second = tokensOf(await server.oauth.refresh(clientId, first.refresh_token));
  server.now += month;
  assert.is(says(await server.oauth.refresh(clientId, second.refresh_token)), '400 Refresh token is invalid or expired');
});

test('[D1.limits.sign-in] a sign-in is open for 10 minutes, even while the store still has it', async () => {
  for (const [ms, status] of [
    [599_999, 302],
    [600_000, 400],
  ] as const) {
    const server = inMemoryServer({ store: lasting() });
    const page = await server.oauth.open(await server.oauth.clientId(), newPkce());
    server.now += ms;
    assert.is((await server.oauth.submit(page)).status, status, String(ms));
  }
});

test('an id in another form than ours is never looked up', async () => {
  const { asked, store } = watched();
  const grants = new GrantRecords(store, () => 0);
  const sessions = new PendingSignIns(store, () => 0);
  for (const id of ['', 'x', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}:`, `${'a'.repeat(22)}\n`]) {
    assert.is(await grants.find(id, facts.issuer), undefined, id);
    assert.is(await sessions.find(id, opened.issuer), undefined, id);
  }
  assert.equal(asked, []);
  const id = (await grants.begin(facts)).split('.')[0] ?? '';
  assert.is((await grants.find(id, facts.issuer))?.id, id);
  await sessions.add({ ...opened, id, expiresAt: 1 }, undefined);
  assert.is((await sessions.find(id, opened.issuer))?.id, id);
});

test('[I15.stores.issuer] records of another issuer on a shared store are not found', async () => {
  const store = lasting();
  const [grants, sessions] = [new GrantRecords(store, () => 0), new PendingSignIns(store, () => 0)];
  const id = (await grants.begin(facts)).split('.')[0] ?? '';
  await sessions.add({ ...opened, issuer: facts.issuer, id, expiresAt: 1 }, undefined);
  for (const other of ['https://there.example', `${facts.issuer}/`, '']) {
    assert.is(await grants.find(id, other), undefined, other);
    assert.is(await sessions.find(id, other), undefined, other);
  }
});

test('[D1.refresh.forged] a text without the form of our refresh tokens is not one', () => {
  const tokens = new RefreshTokens({ accessTokens: new Uint8Array(), derive: async () => new Uint8Array(32) });
  const [id, signature] = ['a'.repeat(22), 'b'.repeat(43)];
  assert.equal(tokens.parse(`${id}.12.${signature}`), { grantId: id, generation: 12, signature });
  for (const odd of [
    '',
    'x',
    `${id}.0.${signature}`,
    `${id}.01.${signature}`,
    `${id}.1.${signature}x`,
    `${id}x.1.${signature}`,
    `${id}.1.${signature}.`,
  ])
    assert.is(tokens.parse(odd), undefined, odd);
});

test('[D1.code.reuse] a family is cancelled once, also while it rotates; an unknown family is not', async () => {
  const { asked, store } = watched();
  const grants = new GrantRecords(store, () => 0);
  await grants.cancel('a'.repeat(22));
  assert.equal(asked, ['get']);
  const id = (await grants.begin(facts)).split('.')[0] ?? '';
  const held = await grants.find(id, facts.issuer);
  assert.ok(held);
  asked.length = 0;
  await grants.cancel(id);
  await grants.cancel(id);
  assert.equal(asked, ['get', 'compareAndSet', 'get'], 'what is cancelled is not written again');
  assert.is(await grants.advance(held), undefined, 'who read it before moves nothing on');
  assert.is((await grants.find(id, facts.issuer))?.cancelled, true);
});

test('[D1.code.reuse] a cancel that lost to a refresh cancels what the refresh made', async () => {
  const store = lasting();
  const held: { meanwhile?: (() => Promise<unknown>) | undefined } = {};
  const racing = new Proxy(store, {
    get: (target, name: keyof Store) => {
      if (name !== 'compareAndSet') return target[name].bind(target);
      return async (...given: Parameters<Store['compareAndSet']>) => {
        const { meanwhile } = held;
        held.meanwhile = undefined;
        await meanwhile?.();
        return target.compareAndSet(...given);
      };
    },
  });
  const grants = new GrantRecords(racing, () => 0);
  const id = (await grants.begin(facts)).split('.')[0] ?? '';
  const read = await grants.find(id, facts.issuer);
  assert.ok(read);
  held.meanwhile = () => grants.advance(read);
  await grants.cancel(id);
  const record = await grants.find(id, facts.issuer);
  assert.equal([record?.generation, record?.cancelled], [1, true]);
});

test('[I15.totals.sign-ins] open sign-ins of one address leave room for those of others, until they are over', async () => {
  const time = { now: 0 };
  const sessions = new PendingSignIns(new MemoryStore({ clock: () => time.now }), () => time.now);
  const long = 'x'.repeat(4096);
  const begin = (at: number, owner: string | undefined) =>
    sessions.add({ ...opened, id: String(at).padStart(22, 'a'), state: long, expiresAt: time.now + 600_000 }, owner);
  const refusal = (work: Promise<void>): Promise<number | undefined> =>
    work.then(
      () => undefined,
      (failure: unknown) => (failure instanceof SignInProblem ? failure.status : 0),
    );
  let open = 0;
  while ((await refusal(begin(open, '192.0.2.1'))) === undefined) open++;
  assert.ok(open > 300 && open < 520, String(open));
  assert.is(await refusal(begin(open, '192.0.2.1')), 503);
  assert.is(await refusal(begin(open, '192.0.2.2')), undefined, 'another address');
  const first = await sessions.find('0'.padStart(22, 'a'), opened.issuer);
  assert.ok(first);
  await sessions.take(first);
  assert.is(await refusal(begin(open + 1, '192.0.2.1')), undefined, 'one that is over makes room');
  assert.is(await refusal(begin(open + 2, '192.0.2.1')), 503);
  let unknown = open + 3;
  while ((await refusal(begin(unknown, undefined))) === undefined) unknown++;
  assert.is(await refusal(begin(unknown, '192.0.2.3')), 503, 'the total holds for everybody');
  time.now += 600_000;
  assert.is(await refusal(begin(unknown, '192.0.2.3')), undefined, 'all have ended');
});

test('[I15.totals.growth] additions to open sign-ins count for the address that began them', async () => {
  const time = { now: 0 };
  const store = new MemoryStore({ clock: () => time.now });
  const sessions = new PendingSignIns(store, () => time.now);
  const added = { calls: 1, refused: 0, items: { code: ['x'.repeat(10_000)] }, sideEffects: {} };
  const begin = async (at: number, owner: string) => {
    const signIn = { ...opened, id: String(at).padStart(22, 'a'), expiresAt: time.now + 600_000 };
    await sessions.add(signIn, owner);
    return signIn;
  };
  const grow = (signIn: PendingSignIn, at = sessions): Promise<string> =>
    at.replace(signIn, { ...signIn, extras: added }).then(
      (swapped) => (swapped ? 'grown' : 'gone'),
      (failure: unknown) => (failure instanceof SignInProblem ? String(failure.status) : 'fault'),
    );
  const mine: PendingSignIn[] = [];
  for (let at = 0; at < 300; at++) mine.push(await begin(at, '192.0.2.1'));
  const verdicts: string[] = [];
  for (const one of mine) verdicts.push(await grow(one));
  const grown = verdicts.filter((verdict) => verdict === 'grown').length;
  const [small, large] = [mine[0], { ...mine[0], extras: added }].map((signIn) => JSON.stringify(signIn).length) as [number, number];
  assert.is(grown, Math.floor((2 * 1024 * 1024 - 300 * (small + 512)) / (large - small - 512)));
  assert.equal(new Set(verdicts.slice(grown)), new Set(['503']), 'the share of 2 MiB is used up');
  assert.is(await grow(await begin(300, '192.0.2.2')), 'grown', 'another address');
  const [first] = mine;
  assert.ok(first);
  assert.ok(await sessions.take({ ...first, extras: added }));
  assert.is(await grow(mine[299] ?? first), 'grown', 'one that is over makes room');
  assert.is(await grow(mine[298] ?? first), '503');
  const late = { ...first, extras: { ...added, items: { code: ['x'.repeat(40_000)] } } };
  assert.is(await sessions.replace(first, late), false, 'an addition after the end counts for no address');

  const elsewhere = new PendingSignIns(store, () => time.now);
  assert.is(await grow(mine[298] ?? first, elsewhere), 'grown', 'begun at another instance: only the total holds');

  time.now += 600_000;
  for (let at = 400; at < 4400; at++) {
    const signIn = await begin(at, '192.0.2.1');
    assert.is(await grow(signIn), 'grown', 'all of what has ended is given back');
    assert.ok(await sessions.take({ ...signIn, extras: added }));
  }
});

test('[I15.totals.growth] late additions to a sign-in end with it, also when another one began meanwhile', async () => {
  const time = { now: 0 };
  const sessions = new PendingSignIns(new MemoryStore({ clock: () => time.now }), () => time.now);
  const begin = async (at: number, owner: string): Promise<PendingSignIn> => {
    const signIn = { ...opened, id: String(at).padStart(22, 'a'), expiresAt: time.now + 600_000 };
    await sessions.add(signIn, owner);
    return signIn;
  };
  const grow = async (signIn: PendingSignIn): Promise<boolean> => {
    const items = { code: ['x'.repeat(1_500_000)] };
    return sessions.replace(signIn, { ...signIn, extras: { calls: 1, refused: 0, items, sideEffects: {} } });
  };
  const first = await begin(0, '192.0.2.1');
  time.now = 300_000;
  await begin(1, '192.0.2.2');
  time.now = 500_000;
  assert.ok(await grow(first));
  time.now = 600_000;
  assert.ok(await grow(await begin(2, '192.0.2.1')), 'the room of the first is free again');
});

test('[I15.totals.sign-ins] a sign-in that the store did not take, and one that another request has written, leave the share as it was', async () => {
  let isAway = true;
  const store = lasting();
  const failing = new Proxy(store, {
    get: (target, name: keyof Store) => {
      if (name === 'set' && isAway) return () => Promise.reject(new Error('away'));
      const member = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const sessions = new PendingSignIns(failing, () => 0);
  const owner = '192.0.2.1';
  const begin = async (at: number, bytes: number): Promise<PendingSignIn> => {
    const signIn = { ...opened, id: String(at).padStart(22, 'a'), state: 'x'.repeat(bytes), expiresAt: 600_000 };
    await sessions.add(signIn, owner);
    return signIn;
  };
  const fault = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (failure: unknown) => (failure instanceof SignInProblem ? failure.status : String(failure)),
    );
  for (let at = 0; at < 30; at++) assert.is(await fault(begin(at, 100_000)), 'Error: away');
  isAway = false;
  const large = await begin(30, 1_500_000);
  const stale = { ...large, csrf: 'as another request left it' };
  assert.is(await sessions.replace(stale, { ...stale, state: 'x' }), false);
  assert.is(await fault(begin(31, 1_000_000)), 503, 'the large one is still there');
});

test('[D1.limits.sign-in] a sign-in is not found from the millisecond at which its time is over', async () => {
  const time = { now: 0 };
  const sessions = new PendingSignIns(lasting(), () => time.now);
  const id = 'a'.repeat(22);
  await sessions.add({ ...opened, id, expiresAt: 1000 }, undefined);
  time.now = 999;
  assert.is((await sessions.find(id, opened.issuer))?.id, id);
  time.now = 1000;
  assert.is(await sessions.find(id, opened.issuer), undefined);
});

test.run();
