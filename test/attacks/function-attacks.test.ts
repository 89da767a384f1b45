import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { functionAttacks } from './function-attacks.ts';
import { runFunctionAttacks } from './run-function-attacks.ts';

const named = (outcome: string, attacks: typeof functionAttacks): readonly string[] => attacks.map(({ name }) => `${outcome} ${name}`);
const seen = (outcomes: Awaited<ReturnType<typeof runFunctionAttacks>>): readonly string[] =>
  outcomes.map(({ name, outcome }) => `${outcome} ${name}`);

test('[I31.attacks.functions] no event or target that is malformed, foreign or forged is served by a built function, and none runs a tool', async () => {
  assert.equal(seen(await runFunctionAttacks()), named('refused', functionAttacks));
});

test('every one that a guard of functions stops succeeds without it', async () => {
  const guarded = functionAttacks.filter(({ without }) => without !== undefined);
  assert.equal(seen(await runFunctionAttacks(guarded, true)), named('succeeded', guarded));
});

test.run();
