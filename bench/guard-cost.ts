import type { MeasureRun, Measurement } from '../scripts/measure/measurement.ts';
import { median } from '../scripts/measure/bars/interleave.ts';
import { startLoad } from './load/load.ts';
import { buildGuardBundles, measureGuards, maxShare } from './phases/guards.ts';
import { fullRun, quickRun } from './phases/settings.ts';
import { verdictsOf, type Metric } from './report/metric.ts';

/** An odd number: the middle one is told. */
const pairsOfServers = 7;

export async function measureGuardCost({ flags, folder }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
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
    const report = { guardedMicroseconds, unguardedMicroseconds, share: shareOf(metric), shares, limit: maxShare, holds };
    return { report, holds: holds || quick };
  } finally {
    load.stop();
  }
}

/** Of a guarded request, what guards are. */
function shareOf({ values: { bare = NaN, ours = NaN } }: Metric): number {
  return 1 - bare / ours;
}
