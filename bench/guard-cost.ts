import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from './load/load.ts';
import { buildGuardBundles, measureGuards, maxShare } from './phases/guards.ts';
import { fullRun, quickRun } from './phases/settings.ts';
import { verdictsOf, type Metric } from './report/metric.ts';
import { median } from '../scripts/bars/interleave.ts';
import { readFlags } from '../scripts/read-flags.ts';

/** An odd number: the middle one is told. */
const pairsOfServers = 7;

const {
  values: { json, quick },
} = readFlags(
  'guard-cost',
  { options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } } },
  { quick: 'shows that it runs' },
);
const folder = mkdtempSync(join(tmpdir(), 'service-guards-'));
const load = startLoad();
try {
  const bundles = await buildGuardBundles(folder);
  // Two processes of the same bundle differ by more than guards cost: where the compiler puts code, when it compiles it. So it is asked of several
  // pairs of fresh ones.
  const pairs: Metric[] = [];
  for (let pair = 0; pair < (quick ? 1 : pairsOfServers); pair++)
    pairs.push(await measureGuards(bundles, load, quick ? quickRun : fullRun));
  const shares = pairs.map(shareOf);
  const metric = pairs.find((one) => shareOf(one) === median(shares)) ?? pairs[0];
  if (metric === undefined) throw new Error('nothing was measured');
  const { ours: guardedMicroseconds = NaN, bare: unguardedMicroseconds = NaN } = metric.values;
  const holds = verdictsOf([metric]).every(({ met }) => met);
  const share = shareOf(metric);
  const report = { guardedMicroseconds, unguardedMicroseconds, share, shares, limit: maxShare, holds };
  if (json) console.log(JSON.stringify(report));
  else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(22)} ${String(value)}`);
  process.exitCode = holds || quick ? 0 : 1;
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Of a guarded request, what guards are. */
function shareOf({ values: { bare = NaN, ours = NaN } }: Metric): number {
  return 1 - bare / ours;
}
