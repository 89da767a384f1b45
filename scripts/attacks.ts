import { runAttacks } from '../fixtures/attacks/run-attacks.ts';

const report = await runAttacks();
if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2));
else {
  for (const { advisory, name, outcome, target } of report.attacks) console.log(`${outcome.padEnd(9)} ${target} ${name} (${advisory})`);
  console.log(`${report.attempted} attempted, ${report.succeeded} succeeded`);
}
process.exitCode = report.succeeded === 0 ? 0 : 1;
