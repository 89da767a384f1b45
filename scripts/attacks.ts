import { runAttacks } from '../fixtures/attacks/run-attacks.ts';
import { runSignInAttacks } from '../fixtures/attacks/run-sign-in-attacks.ts';

const attacks = [...(await runAttacks()).attacks];
for (const store of ['memory', 'redis', 'sqlite'] as const) attacks.push(...(await runSignInAttacks(store)));
const succeeded = attacks.filter(({ outcome }) => outcome === 'succeeded').length;
if (process.argv.includes('--json')) console.log(JSON.stringify({ attempted: attacks.length, succeeded, attacks }, null, 2));
else {
  for (const { advisory, name, outcome, target } of attacks) console.log(`${outcome.padEnd(9)} ${target}: ${name} (${advisory})`);
  console.log(`${attacks.length} attempted, ${succeeded} succeeded`);
}
process.exitCode = succeeded === 0 ? 0 : 1;
