import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guardAttacks } from './guard-attacks.ts';
import { runGuardAttacks } from './run-guard-attacks.ts';

test('[plugins.guards] no way leads past an approval or a flag, and every way is one', async () => {
  const guarded = await runGuardAttacks();
  const of = (outcome: string) => (list: typeof guarded) => list.filter((one) => one.outcome === outcome).map(({ name }) => name);
  assert.equal(of('succeeded')(guarded), []);
  assert.is(guarded.length, guardAttacks.length);
  assert.equal(of('refused')(await runGuardAttacks({ unguarded: true })), [], 'without the guards each way is open');
});

test.run();
