import type { MeasureRun, Measurement } from '../scripts/measure/measurement.ts';
import { median } from '../scripts/measure/bars/interleave.ts';
import { startLoad } from './load/load.ts';
import { fullRun, quickRun } from './phases/settings.ts';
import { buildStackBundles, measureStacks, type StackCost } from './phases/stacks.ts';

/** An odd number: the middle one is told. */
const pairsOfServers = 7;
/** With the map, of the CPU without: equal, but for what two processes of one bundle differ by. */
const maxRatio = 1.03;

export async function measureStackCost({ flags, folder }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
  const load = startLoad();
  try {
    const bundles = await buildStackBundles(folder);
    const pairs: StackCost[] = [];
    for (let pair = 0; pair < (quick ? 1 : pairsOfServers); pair++)
      pairs.push(await measureStacks(bundles, load, quick ? quickRun : fullRun));
    const ratios = pairs.map(({ ratio }) => ratio);
    const middle = pairs.find(({ ratio }) => ratio === median(ratios));
    if (middle === undefined) throw new Error('nothing was measured');
    const holds = middle.ratio <= maxRatio;
    return { report: { ...middle, ratios, limit: maxRatio, holds }, holds: holds || quick };
  } finally {
    load.stop();
  }
}
