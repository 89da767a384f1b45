import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callerAttacks } from './caller-attacks.ts';
import { runCallerAttacks } from './run-caller-attacks.ts';

const succeeded = (outcomes: Awaited<ReturnType<typeof runCallerAttacks>>): readonly string[] =>
  outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name);

test('[I15.totals.signed-in] [I15.totals.proxies] [guard.guess.known] [guard.guess.proxies] [guard.fields.identity] no caller takes room, counts or the good name of another', async () => {
  assert.equal(succeeded(await runCallerAttacks()), []);
});

test('the same attacks are seen to succeed without their guards', async () => {
  const names = callerAttacks.map(({ name }) => name);
  assert.equal([...succeeded(await runCallerAttacks(callerAttacks, { unguarded: true }))].toSorted(), names.toSorted());
});

test.run();
