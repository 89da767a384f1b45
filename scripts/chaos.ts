/*
 * `npm run chaos [-- --json] [--seconds N] [--seed N]`: servers that are killed in the middle of sign-ins, then load with faults, then three
 * instances behind haproxy of which one after another is killed while their store restarts, then a flood
 * of each kind from one address, `--seconds` long, beside honest callers at another. Without
 * `--seconds`, and from 60 on, 500 exchanges and refreshes are acknowledged on each store under `kill -9`; a shorter run has its share.
 * The instances run for twice as long, with a kill every 6 s. `--only floods` and `--only instances` run these alone, `--kind <name>` one flood.
 * `--only objects` runs sessions in Durable Objects of a worker, which are evicted under load: 10,000, or `--sessions N`, every tenth with an
 * open stream.
 */
import type { FloodReport } from '../test/chaos/floods.ts';
import type { ChaosReport } from '../test/chaos/tally.ts';
import { readFlags, stop, wholeNumber } from './read-flags.ts';

/** 10 minutes; more finds the same. */
const maxSeconds = 600;
/** Of load, from which on the killing is whole. */
const fullSeconds = 60;
/** Exchanges and refreshes that each store acknowledges under `kill -9`. */
const fullTakes = 500;

const { values } = readFlags('chaos', {
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: String(fullSeconds) },
    seed: { type: 'string' },
    only: { type: 'string' },
    kind: { type: 'string' },
    sessions: { type: 'string', default: '10000' },
  },
});
const { json, kind, only } = values;
const seconds = wholeNumber(values.seconds, { command: 'chaos', flag: 'seconds', least: 1, most: maxSeconds });
const given = values.seed === undefined ? undefined : wholeNumber(values.seed, { command: 'chaos', flag: 'seed' });
if (only !== undefined && !['floods', 'instances', 'objects'].includes(only)) stop('chaos', '--only takes floods, instances or objects');
const sessions = wholeNumber(values.sessions, { command: 'chaos', flag: 'sessions', least: 10, most: 20_000 });

// Loaded once the flags are right: with them come a compiler and the clients.
const { floods, isWithstood, runFlood } = await import('../test/chaos/floods.ts');
const { isSound, Tally } = await import('../test/chaos/tally.ts');
const kinds = Object.keys(floods);
if (kind !== undefined && !kinds.includes(kind)) stop('chaos', `--kind takes one of: ${kinds.join(', ')}`);

if (only === 'objects') process.exit(await evictObjects());
const asked = only ?? (kind === undefined ? undefined : 'floods');
const loaded = asked === undefined ? await killAndLoad() : undefined;
const instances = asked === undefined || asked === 'instances' ? await killInstances() : undefined;
const flooded = asked === 'instances' ? [] : await floodWith(kind === undefined ? kinds : [kind]);
if (json) console.log(JSON.stringify({ ...loaded, instances, floods: flooded }));
else
  for (const report of [loaded, instances])
    for (const [name, value] of Object.entries(report ?? {})) console.log(`${name.padEnd(16)} ${value}`);
process.exitCode = [loaded, instances].every((report) => report === undefined || isSound(report)) && flooded.every(isWithstood) ? 0 : 1;

/** Kills servers in the middle of sign-ins, then loads two of them; what the load finds out about the heap is told last. */
async function killAndLoad(): Promise<ChaosReport & { readonly seed: number }> {
  const { killExchanges } = await import('../test/chaos/kill-exchanges.ts');
  const { memoryLeg } = await import('../test/chaos/leg.ts');
  const { Lots } = await import('../test/chaos/lots.ts');
  const { openRedisLeg } = await import('../test/chaos/redis-leg.ts');
  const { runChaos } = await import('../test/chaos/run-chaos.ts');
  const lots = given === undefined ? new Lots() : new Lots(given);
  console.error(`seed ${lots.seed}: the kills of the sign-ins can be had again with --seed`);
  const tally = new Tally();
  const takes = Math.ceil((Math.min(seconds, fullSeconds) * fullTakes) / fullSeconds);
  for (const store of ['sqlite', 'redis'] as const) {
    const before = tally.report(0);
    await killExchanges({ store, takes, tally, lots });
    const since = (name: 'exchanges' | 'refreshes' | 'kills'): string => `${tally[name] - before[name]} ${name}`;
    console.error(`${store}: ${since('exchanges')}, ${since('refreshes')}, ${since('kills')}`);
  }
  const { examples, ...report } = await runChaos({ seconds, legs: [memoryLeg, await openRedisLeg()], tally });
  for (const example of examples) console.error(example);
  return { ...report, seed: lots.seed };
}

/** Three instances and a load balancer: a kill every 6 s, and two restarts of the store. */
async function killInstances(): Promise<ChaosReport & { readonly seed: number }> {
  const { Lots } = await import('../test/chaos/lots.ts');
  const { runInstances } = await import('../test/chaos/run-instances.ts');
  const lots = given === undefined ? new Lots() : new Lots(given);
  const tally = new Tally();
  const report = await runInstances({ program: 'haproxy', seconds: 2 * seconds, kills: Math.ceil(seconds / 3), restarts: 2, tally, lots });
  for (const example of tally.examples) console.error(example);
  return { ...report, seed: lots.seed };
}

/** @returns the exit code */
async function evictObjects(): Promise<number> {
  const { isKept, runObjectSessions } = await import('../test/chaos/object-sessions.ts');
  const report = await runObjectSessions({ sessions, streams: Math.floor(sessions / 10) }, (text) => console.error(text));
  for (const example of report.examples) console.error(example);
  const { examples: _examples, ...figures } = report;
  if (json) console.log(JSON.stringify(figures));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(16)} ${value}`);
  return isKept(report) ? 0 : 1;
}

async function floodWith(names: readonly string[]): Promise<FloodReport[]> {
  const { buildFlooded } = await import('../test/chaos/flood-server.ts');
  const built = await buildFlooded();
  const reports: FloodReport[] = [];
  for (const name of names) {
    const report = await runFlood(name, built, seconds * 1000);
    reports.push(report);
    const { attempts, peakRssBytes, requests, served, slowestMs } = report;
    const rss = Math.round(peakRssBytes / 1024 / 1024);
    console.error(`${name}: ${served} of ${attempts} served in at most ${slowestMs} ms beside ${requests} requests, ${rss} MiB`);
  }
  built.remove();
  return reports;
}
