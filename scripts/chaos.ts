import { killExchanges } from '../fixtures/chaos-run/kill-exchanges.ts';
import { memoryLeg } from '../fixtures/chaos-run/leg.ts';
import { openRedisLeg } from '../fixtures/chaos-run/redis-leg.ts';
import { runChaos } from '../fixtures/chaos-run/run-chaos.ts';
import { isSound, Tally } from '../fixtures/chaos-run/tally.ts';

/** 10 minutes; more finds the same. */
const mostSeconds = 600;

/** Sign-ins on each store under `kill -9`: with their refreshes 500 exchanges in a minute's run. */
const fullGrants = 170;

const at = process.argv.indexOf('--seconds');
const seconds = at < 0 ? 60 : Number(process.argv[at + 1]);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds) {
  console.error(`npm run chaos: --seconds takes a whole number from 1 to ${mostSeconds}`);
  process.exit(2);
}
const tally = new Tally();
// First the deaths: what the load finds out about the heap is told last.
const grants = Math.ceil((Math.min(seconds, 60) * fullGrants) / 60);
for (const store of ['sqlite', 'redis'] as const) await killExchanges({ store, grants, tally });
const { examples, ...report } = await runChaos({ seconds, legs: [memoryLeg, await openRedisLeg()], tally });
for (const example of examples) console.error(example);
if (process.argv.includes('--json')) console.log(JSON.stringify(report));
else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(16)} ${value}`);
process.exitCode = isSound(report) ? 0 : 1;
