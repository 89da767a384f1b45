import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryParts } from '../../../../../test/support/step-scene.ts';
import type { Store } from '../../../model/store.ts';
import { delayMsAfter, GuessGuard } from './guess-guard.ts';
import { subjectsOf, type Attempt } from './guess-subjects.ts';

/** Instances on one store, and a clock. */
function scene() {
  const parts = memoryParts();
  const guards = [new GuessGuard(parts), new GuessGuard(parts)] as const;
  let pages = 0;
  const from = (address: string | undefined, ...identifiers: string[]): Attempt => ({
    address,
    identifiers,
    account: identifiers[0],
    page: `p${(pages += 1)}`,
  });
  const [guard, other] = guards;
  const tell = async (attempt: Attempt, ends: 'failed' | 'succeeded', by = guard): Promise<number | undefined> => {
    const verdict = await by.admit(attempt);
    if ('waitMs' in verdict) return verdict.waitMs;
    await verdict[ends]();
    return undefined;
  };
  const fail = (attempt: Attempt, by = guard) => tell(attempt, 'failed', by);
  const succeed = (attempt: Attempt, by = guard) => tell(attempt, 'succeeded', by);
  return { parts, guard, other, from, fail, succeed };
}

test('[guard.guess.counted] the delay doubles from a second to half a minute', () => {
  assert.equal([-20, -1, 0, 1, 2, 3, 4, 5, 60].map(delayMsAfter), [0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('[guard.guess.counted] an address is counted over pages, identifiers and instances', async () => {
  const { fail, from, guard, other, parts } = scene();
  for (let at = 0; at < 20; at++)
    assert.is(await fail(from('192.0.2.1', `user-${at}`), at % 2 === 0 ? guard : other), undefined, String(at));
  assert.is(await fail(from('192.0.2.1', 'fresh')), 1000);
  assert.is(await other.waitOf(from('192.0.2.1', 'fresh')), 1000);
  assert.is(await fail(from('192.0.2.2', 'fresh')), undefined, 'another address goes on');
  parts.time.now += 999;
  assert.is(await fail(from('192.0.2.1', 'fresh')), 1);
  parts.time.now += 1;
  assert.is(await fail(from('192.0.2.1', 'fresh')), undefined);
  assert.is(await fail(from('192.0.2.1', 'fresh')), 2000);
});

test('[guard.guess.counted] [R13.delay] an identifier is counted over addresses, however it is written; a page over both', async () => {
  const { fail, from, guard, parts } = scene();
  const spellings = ['ada', ' ADA ', 'Ada', '\uff41da', 'ada'];
  for (const [at, name] of spellings.entries()) assert.is(await fail(from(`192.0.2.${at}`, name)), undefined);
  assert.is(await guard.waitOf(from('198.51.100.1', 'ada')), 1000);
  assert.is(await guard.waitOf(from(undefined, 'ada')), 1000, 'without an address as well');
  assert.is(await guard.waitOf(from('198.51.100.1', 'bob')), 0);
  assert.is(await guard.waitOf(from('198.51.100.1', 'bob', 'ada')), 1000, 'one of several is enough');
  assert.is(await guard.waitOf(from('198.51.100.1')), 0);
  for (let at = 0; at < 5; at++) assert.is(await fail({ address: undefined, identifiers: [`n${at}`], page: 'one' }), undefined);
  assert.is(await guard.waitOf({ address: undefined, identifiers: [], page: 'one' }), 1000);
  parts.time.now += 15 * 60_000;
  assert.is(await guard.waitOf(from('198.51.100.1', 'ada')), 0, 'a quarter of an hour later all is forgotten');
});

test('[guard.guess.counted] addresses of one network of IPv6, and both spellings of IPv4, are one', async () => {
  const keysOf = async (address: string) =>
    (await subjectsOf({ address, identifiers: [], page: 'x' }, memoryParts().keys)).subjects[1]?.key;
  assert.is(await keysOf('2001:db8:1:2::1'), await keysOf('2001:db8:1:2:ffff::9'));
  assert.is.not(await keysOf('2001:db8:1:2::1'), await keysOf('2001:db8:1:3::1'));
  assert.is(await keysOf('::ffff:192.0.2.1'), await keysOf('192.0.2.1'));
  assert.is.not(await keysOf('192.0.2.1'), await keysOf('192.0.2.2'));
  assert.is.not(await keysOf('unix'), await keysOf('other'));
});

test('[guard.guess.known] failures elsewhere do not keep out the address that signed an identifier in; its own failures do', async () => {
  const { fail, from, guard, parts, succeed } = scene();
  assert.is(await succeed(from('192.0.2.1', 'ada')), undefined);
  for (let at = 0; at < 12; at++) {
    await fail(from(`203.0.113.${at}`, 'ada'));
    parts.time.now += 30_000;
  }
  await fail(from('203.0.113.99', 'ada'));
  assert.is(await guard.waitOf(from('203.0.113.100', 'ada')), 30_000);
  assert.is(await guard.waitOf(from('192.0.2.1', ' ada ')), 0);
  assert.is(await guard.waitOf(from('192.0.2.1', 'ADA')), 30_000, 'where accounts differ by case, another one may be meant');
  assert.is(await guard.waitOf(from('192.0.2.1', 'ada', 'ADA')), 30_000);
  assert.is(await guard.waitOf(from('192.0.2.1', 'ada', 'bob')), 0);
  assert.is(await succeed(from('192.0.2.1', 'ada')), undefined);
  for (let at = 0; at < 20; at++) assert.is(await fail(from('192.0.2.1', `x${at}`)), undefined);
  assert.is(await guard.waitOf(from('192.0.2.1', 'ada')), 1000, 'whoever guesses from there is delayed by the address');
  parts.time.now += 30 * 86_400_000 + 1;
  for (let at = 0; at < 5; at++) await fail(from(`203.0.113.${at}`, 'ada'));
  assert.is(await guard.waitOf(from('192.0.2.1', 'ada')), 1000, 'a month later it is not known any more');
});

test('[guard.guess.known] a success proves one identifier: others of its form stay unknown', async () => {
  const { fail, from, guard, succeed } = scene();
  await succeed(from('192.0.2.1', 'mallory', 'ada'));
  await succeed({ ...from('192.0.2.1', 'mallory', 'ada'), account: undefined });
  for (let at = 0; at < 5; at++) await fail(from(`203.0.113.${at}`, 'ada'));
  assert.is(await guard.waitOf(from('192.0.2.1', 'ada')), 1000);
});

test('[guard.guess.proxies] behind an untrusted proxy one caller delays no other, and all of them together are bounded', async () => {
  const { fail, from, guard, parts, succeed } = scene();
  const behind = (claimed: string, name: string): Attempt => ({ ...from('10.0.0.1', name), claimed });
  await succeed(behind('198.51.100.1', 'ada'));
  for (let at = 0; at < 20; at++) assert.is(await fail(behind('203.0.113.1', `n${at}`)), undefined);
  assert.is(await fail(behind('203.0.113.1', 'fresh')), 1000);
  assert.is(await guard.waitOf(behind('203.0.113.2', 'fresh')), 0);
  for (let at = 0; at < 5; at++) await fail(behind(`203.0.113.${10 + at}`, 'ada'));
  assert.is(await guard.waitOf(behind('198.51.100.1', 'ada')), 0);
  assert.is(await guard.waitOf(behind('203.0.113.2', 'ada')), 1000, 'it is known behind the proxy, and not to all behind it');
  const ofProxy = (await subjectsOf(behind('x', 'y'), parts.keys)).subjects.find(({ free }) => free === 1000)?.key ?? '';
  assert.is((await parts.store.get(ofProxy))?.split('.')[0], '25');
  await parts.store.set(ofProxy, `1000.${parts.time.now}`);
  assert.is(await guard.waitOf(behind('198.51.100.1', 'ada')), 1000);
  parts.time.now += 1000;
  assert.is(await guard.waitOf(behind('198.51.100.1', 'ada')), 0);
});

test('[guard.guess.known] without an address nothing becomes known', async () => {
  const { fail, from, guard, parts, succeed } = scene();
  await succeed(from(undefined, 'ada'));
  assert.equal(await parts.store.keys('guess:known:'), []);
  for (let at = 0; at < 5; at++) await fail(from(undefined, 'ada'));
  assert.is(await guard.waitOf(from(undefined, 'ada')), 1000);
});

test('[guard.guess.parallel] beyond the free failures one attempt is made at a time, and a success gives its turn back', async () => {
  const { fail, from, guard, other, parts } = scene();
  for (let at = 0; at < 20; at++) await fail(from('192.0.2.1', `u${at}`));
  parts.time.now += 1000;
  const many = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? guard : other).admit(from('192.0.2.1', `v${at}`))));
  const admitted = many.flatMap((one) => ('waitMs' in one ? [] : [one]));
  assert.is(admitted.length, 1);
  assert.ok(many.every((one) => !('waitMs' in one) || one.waitMs === 1000));
  assert.is(await guard.waitOf(from('192.0.2.1', 'w')), 1000);
  await admitted[0]?.succeeded();
  assert.is(await guard.waitOf(from('192.0.2.1', 'w')), 0);
  assert.is(await fail(from('192.0.2.1', 'w')), undefined);
  assert.is(await fail(from('192.0.2.1', 'w')), 2000, 'the success has not taken a failure back');
});

test('[guard.guess.parallel] failures at once are all counted', async () => {
  const { from, guard } = scene();
  const attempts = await Promise.all(Array.from({ length: 6 }, () => guard.admit(from(undefined, 'ada'))));
  const counts = await Promise.all(attempts.map(async (one) => ('waitMs' in one ? 0 : one.failed())));
  assert.equal(
    counts.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5],
  );
  assert.is(await guard.waitOf(from(undefined, 'ada')), 1000);
});

test('[guard.guess.parallel] of attempts at once over pages and instances the free ones are made, and successes give their counts back', async () => {
  const { from, guard, other, parts } = scene();
  const burst = (identifier: (at: number) => string, address: string) =>
    Promise.all(Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? guard : other).admit(from(address, identifier(at)))));
  const made = (verdicts: Awaited<ReturnType<typeof burst>>) => verdicts.flatMap((one) => ('waitMs' in one ? [] : [one]));
  const spread = made(await burst((at) => `u${at}`, '192.0.2.1'));
  assert.ok(spread.length > 10 && spread.length <= 20, String(spread.length));
  const aimed = made(await burst(() => 'ada', '192.0.2.2'));
  assert.ok(aimed.length > 1 && aimed.length <= 5, String(aimed.length));
  assert.is(await guard.waitOf(from(undefined, 'ada')), aimed.length === 5 ? 1000 : 0);
  await Promise.all(aimed.map((one) => one.succeeded()));
  assert.is(await guard.waitOf(from(undefined, 'ada')), 0);
  const left = (await subjectsOf(from('192.0.2.2', 'ada'), parts.keys)).subjects.slice(1);
  for (const { key } of left) assert.match((await parts.store.get(key)) ?? '0.', /^0\./);
});

test('[guard.guess.bounded] trying ever new names fills no store, and keys reveal no name', async () => {
  const { fail, from, parts } = scene();
  const page = { ...from('192.0.2.1'), page: 'one' };
  const other = memoryParts();
  const keysOf = async (identifier: string, keys = parts.keys) =>
    (await subjectsOf({ ...page, identifiers: [identifier] }, keys)).subjects.map(({ key }) => key);
  for (const key of (await keysOf('ada')).slice(1)) assert.match(key, /^guess:(?:address|identifier):[0-9a-f]{4}$/);
  assert.is.not((await keysOf('ada'))[2], (await keysOf('ada', { ...other.keys, derive: async () => new Uint8Array(32).fill(7) }))[2]);
  await fail({ ...page, identifiers: Array.from({ length: 300 }, (_, at) => `n${at}`) });
  assert.ok((await parts.store.keys('guess:')).length <= 10);
  await fail({ ...page, identifiers: ['', '  '] });
  assert.is((await subjectsOf({ ...page, identifiers: ['', ' ', 'a', 'A'] }, parts.keys)).subjects.length, 3);
});

test('a record that is not ours counts as none', async () => {
  const { fail, from, guard, parts } = scene();
  await parts.store.set('guess:page:one', 'x'.repeat(9));
  const attempt = { ...from(undefined), page: 'one' };
  assert.is(await guard.waitOf(attempt), 0);
  assert.is(await fail(attempt), undefined);
  assert.match((await parts.store.get('guess:page:one')) ?? '', /^1\.\d+$/);
});

test('[guard.guess.counted] attempts without an address share no count of addresses', async () => {
  const { fail, from, parts } = scene();
  for (let at = 0; at < 40; at++) assert.is(await fail(from(undefined, `u${at}`)), undefined, String(at));
  const { subjects } = await subjectsOf({ address: undefined, claimed: '203.0.113.1', identifiers: [], page: 'x' }, parts.keys);
  assert.equal(
    subjects.map(({ key }) => key),
    ['guess:page:x'],
  );
});

test('[guard.guess.parallel] an attempt that loses every swap gives up after eight, and is not made', async () => {
  const { parts } = scene();
  let swaps = 0;
  const store = new Proxy(parts.store, {
    get: (target, name: keyof Store) =>
      name === 'compareAndSet' ? () => Promise.resolve((swaps += 1) > 100) : (target[name] as () => unknown).bind(target),
  });
  const verdict = await new GuessGuard({ ...parts, store }).admit({ address: undefined, identifiers: [], page: 'one' });
  assert.equal([verdict, swaps], [{ waitMs: 1000 }, 8]);
});

test('[guard.guess.counted] a failure whose swaps are all lost is told, and ends', async () => {
  const { fail, from, parts } = scene();
  for (let at = 0; at < 5; at++) assert.is(await fail(from(`192.0.2.${at}`, 'ada')), undefined);
  parts.time.now += 1000;
  let lost = -1;
  const swap: Store['compareAndSet'] = async (key, change) => {
    if (lost === -1) return parts.store.compareAndSet(key, change);
    lost += 1;
    if (lost > 100) throw new Error('it goes on for ever');
    return false;
  };
  const store = new Proxy(parts.store, {
    get: (inner, name: keyof Store) => (name === 'compareAndSet' ? swap : inner[name].bind(inner)),
  });
  const admitted = await new GuessGuard({ ...parts, store }).admit(from('198.51.100.1', 'ada'));
  assert.ok('failed' in admitted);
  lost = 0;
  // The one beyond the free ones: it was not counted before it was made.
  assert.is(await admitted.failed(), 6);
  assert.is(lost, 8);
});

test.run();
