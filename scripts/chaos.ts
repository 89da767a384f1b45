/*
 * `npm run chaos [-- --json] [--seconds N] [--seed N]`: servers that are killed in the middle of sign-ins, then load with faults, then a flood
 * of each kind from one address, `--seconds` long, beside honest callers at another. Without
 * `--seconds`, and from 60 on, 500 exchanges and refreshes are acknowledged on each store under `kill -9`; a shorter run has its share.
 */
import { buildFlooded } from '../fixtures/chaos-run/flood-server.ts';
import { floods, isWithstood, runFlood } from '../fixtures/chaos-run/floods.ts';
import type { FloodReport } from '../fixtures/chaos-run/floods.ts';
import { killExchanges } from '../fixtures/chaos-run/kill-exchanges.ts';
import { memoryLeg } from '../fixtures/chaos-run/leg.ts';
import { Lots } from '../fixtures/chaos-run/lots.ts';
import { openRedisLeg } from '../fixtures/chaos-run/redis-leg.ts';
import { runChaos } from '../fixtures/chaos-run/run-chaos.ts';
import { isSound, Tally } from '../fixtures/chaos-run/tally.ts';
import { readFlags, wholeNumber } from './read-flags.ts';

/** 10 minutes; more finds the same. */
const mostSeconds = 600;
/** Of load, from which on the killing is whole. */
const fullSeconds = 60;
/** Exchanges and refreshes that each store acknowledges under `kill -9`. */
const fullTakes = 500;

const { values } = readFlags('chaos', {
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: String(fullSeconds) },
    seed: { type: 'string' },
  },
});
const seconds = wholeNumber(values.seconds, { command: 'chaos', flag: 'seconds', least: 1, most: mostSeconds });
const lots = values.seed === undefined ? new Lots() : new Lots(wholeNumber(values.seed, { command: 'chaos', flag: 'seed' }));
console.error(`seed ${lots.seed}: the kills of the sign-ins can be had again with --seed`);
const tally = new Tally();
// First the deaths: what the load finds out about the heap is told last.
const takes = Math.ceil((Math.min(seconds, fullSeconds) * fullTakes) / fullSeconds);
for (const store of ['sqlite', 'redis'] as const) {
  const before = tally.report(0);
  await killExchanges({ store, takes, tally, lots });
  const since = (name: 'exchanges' | 'refreshes' | 'kills'): string => `${tally[name] - before[name]} ${name}`;
  console.error(`${store}: ${since('exchanges')}, ${since('refreshes')}, ${since('kills')}`);
}
const { examples, ...report } = await runChaos({ seconds, legs: [memoryLeg, await openRedisLeg()], tally });
const withstood: FloodReport[] = [];
const built = await buildFlooded();
for (const kind of Object.keys(floods)) {
  const report = await runFlood(kind, built, seconds * 1000);
  withstood.push(report);
  console.error(`flood of ${kind}: ${report.served} of ${report.attempts} served beside ${report.requests}`);
}
built.remove();
for (const example of examples) console.error(example);
if (values.json) console.log(JSON.stringify({ ...report, floods: withstood, seed: lots.seed }));
else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(16)} ${value}`);
process.exitCode = isSound(report) && withstood.every(isWithstood) ? 0 : 1;
