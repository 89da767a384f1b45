import { runArchiveAttacks } from '../test/attacks/archive-attacks.ts';
import { runAudienceAttacks } from '../test/attacks/run-audience-attacks.ts';
import { runAttacks } from '../test/attacks/run-attacks.ts';
import { runCallerAttacks } from '../test/attacks/run-caller-attacks.ts';
import { runCredentialAttacks } from '../test/attacks/run-credential-attacks.ts';
import { runFunctionAttacks } from '../test/attacks/run-function-attacks.ts';
import { runForeignFileAttacks } from '../test/attacks/foreign-file-attacks.ts';
import { runForeignPackageAttacks } from '../test/attacks/foreign-package-attacks.ts';
import { runForeignProjectAttacks } from '../test/attacks/foreign-project-attacks.ts';
import { runFolderAttacks } from '../test/attacks/run-folder-attacks.ts';
import { runInstanceAttacks } from '../test/attacks/run-instance-attacks.ts';
import { runNodeAttacks } from '../test/attacks/run-node-attacks.ts';
import { runOutsideWriteAttacks } from '../test/attacks/outside-write-attacks.ts';
import { runOwnPageAttacks } from '../test/attacks/run-own-page-attacks.ts';
import { runPairAttacks } from '../test/attacks/run-pair-attacks.ts';
import { runEdgeSignInAttacks, runSignInAttacks } from '../test/attacks/run-sign-in-attacks.ts';
import { runTerminalAttacks } from '../test/attacks/terminal-attacks.ts';
import { runTotalAttacks } from '../test/attacks/run-total-attacks.ts';
import { runWorkAttacks } from '../test/attacks/run-work-attacks.ts';
import { readFlags, stop } from './read-flags.ts';

const stores = ['memory', 'redis', 'sqlite'] as const;
const { values } = readFlags('attacks', { options: { json: { type: 'boolean', default: false }, store: { type: 'string' } } });
/** `--store memory`: only the attacks on signing in, on that store. */
const { json, store: only } = values;
if (only !== undefined && !stores.some((store) => store === only)) stop('attacks', `--store takes one of ${stores.join(', ')}`);
const attacks =
  only === undefined
    ? [
        ...(await runAttacks()).attacks,
        ...(await runCredentialAttacks()),
        ...(await runCallerAttacks()),
        ...(await runOwnPageAttacks()),
        ...(await runNodeAttacks()),
        ...(await runFunctionAttacks()),
        ...(await runArchiveAttacks()),
        ...(await runForeignFileAttacks()),
        ...(await runForeignPackageAttacks()),
        ...(await runForeignProjectAttacks()),
        ...(await runOutsideWriteAttacks()),
        ...(await runTerminalAttacks()),
        ...(await runEdgeSignInAttacks()),
        ...(await runAudienceAttacks()),
        ...(await runWorkAttacks()),
        ...(await runTotalAttacks()),
        ...(await runFolderAttacks()),
      ]
    : [];
for (const store of ['redis', 'sqlite', 'http-kv'] as const)
  if (only === undefined) attacks.push(...(await runPairAttacks(store)), ...(await runInstanceAttacks(store)));
for (const store of stores) if (only === undefined || only === store) attacks.push(...(await runSignInAttacks(store)));
const succeeded = attacks.filter(({ outcome }) => outcome === 'succeeded').length;
if (json) console.log(JSON.stringify({ attempted: attacks.length, succeeded, attacks }, null, 2));
else {
  for (const { advisory, name, outcome, target } of attacks) console.log(`${outcome.padEnd(9)} ${target}: ${name} (${advisory})`);
  console.log(`${attacks.length} attempted, ${succeeded} succeeded`);
}
process.exitCode = succeeded === 0 ? 0 : 1;
