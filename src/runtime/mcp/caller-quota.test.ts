import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthContext } from '../define/create-auth-context.ts';
import { CallerQuota, type QuotaCaller } from './principal.ts';

/** @param sub absent: anonymous */
const caller = (peerAddress: string, sub?: string): QuotaCaller => ({
  auth: createAuthContext({ mode: 'local', isAnonymous: sub === undefined, user: { sub: sub ?? 'anon:1' }, scopes: [], claims: {} }),
  http: { peerAddress, header: () => undefined },
});

const room = (): CallerQuota => new CallerQuota({ total: 16, share: 4 }, () => 0);

test('[I15.totals.share] a subject has a share across addresses, and returned room is free again', () => {
  const quota = room();
  const giveBack = quota.take(caller('192.0.2.1', 'ada'), 4);
  assert.ok(giveBack);
  assert.is(quota.take(caller('192.0.2.2', 'ada'), 1), undefined);
  assert.ok(quota.take(caller('192.0.2.1', 'bob'), 4), 'another subject of the same address');
  giveBack();
  assert.ok(quota.take(caller('192.0.2.2', 'ada'), 4));
});

test('[I15.totals.share] anonymous callers share by address', () => {
  const quota = room();
  assert.ok(quota.take(caller('192.0.2.1'), 4));
  assert.is(quota.take(caller('192.0.2.1'), 1), undefined);
  assert.ok(quota.take(caller('192.0.2.2'), 4));
});

test('[I15.totals.share] all subjects of one address have half of the total, and a refusal keeps nothing', () => {
  const quota = room();
  const [first] = ['a', 'b'].map((sub) => quota.take(caller('192.0.2.1', sub), 4));
  assert.is(quota.take(caller('192.0.2.1', 'c'), 4), undefined);
  assert.ok(quota.take(caller('192.0.2.2', 'c'), 4), 'the refusal took nothing of the share of c');
  first?.();
  assert.ok(quota.take(caller('192.0.2.1', 'd'), 4), 'the address got its room back');
});

test('[I15.totals.proxies] behind a proxy that is not trusted the total holds alone', () => {
  const quota = room();
  const proxied = (sub?: string): QuotaCaller => ({
    ...caller('10.0.0.1', sub),
    http: { peerAddress: '10.0.0.1', header: () => '192.0.2.9' },
  });
  for (const sub of ['a', 'b', 'c', 'd']) assert.ok(quota.take(proxied(sub), 4), sub);
  assert.is(quota.take(proxied('e'), 1), undefined);
});

test.run();
