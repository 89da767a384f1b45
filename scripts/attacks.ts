import { runAttacks } from '../fixtures/attacks/run-attacks.ts';
import { runCredentialAttacks } from '../fixtures/attacks/run-credential-attacks.ts';
import { runNodeAttacks } from '../fixtures/attacks/run-node-attacks.ts';
import { runOwnPageAttacks } from '../fixtures/attacks/run-own-page-attacks.ts';
import { runSignInAttacks } from '../fixtures/attacks/run-sign-in-attacks.ts';

const args = process.argv.slice(2);
/** `--store memory`: only the attacks on signing in, on that store. */
const only = args.includes('--store') ? args[args.indexOf('--store') + 1] : undefined;
const attacks =
  only === undefined
    ? [...(await runAttacks()).attacks, ...(await runCredentialAttacks()), ...(await runOwnPageAttacks()), ...(await runNodeAttacks())]
    : [];
for (const store of ['memory', 'redis', 'sqlite'] as const)
  if (only === undefined || only === store) attacks.push(...(await runSignInAttacks(store)));
const succeeded = attacks.filter(({ outcome }) => outcome === 'succeeded').length;
if (args.includes('--json')) console.log(JSON.stringify({ attempted: attacks.length, succeeded, attacks }, null, 2));
else {
  for (const { advisory, name, outcome, target } of attacks) console.log(`${outcome.padEnd(9)} ${target}: ${name} (${advisory})`);
  console.log(`${attacks.length} attempted, ${succeeded} succeeded`);
}
process.exitCode = succeeded === 0 ? 0 : 1;
