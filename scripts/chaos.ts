import { runChaos } from '../fixtures/chaos-run/run-chaos.ts';
import { isSound } from '../fixtures/chaos-run/tally.ts';

/** 10 minutes; more finds the same. */
const mostSeconds = 600;

const at = process.argv.indexOf('--seconds');
const seconds = at < 0 ? 60 : Number(process.argv[at + 1]);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds) {
  console.error(`npm run chaos: --seconds takes a whole number from 1 to ${mostSeconds}`);
  process.exit(2);
}
const { examples, ...report } = await runChaos({ seconds });
for (const example of examples) console.error(example);
if (process.argv.includes('--json')) console.log(JSON.stringify(report));
else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(16)} ${value}`);
process.exitCode = isSound(report) ? 0 : 1;
