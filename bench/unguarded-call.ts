import { median } from '../scripts/measure/bars/interleave.ts';
import type { Measurement, MeasureRun } from '../scripts/measure/measurement.ts';
import { startLoad } from './load/load.ts';
import { fullRun, quickRun } from './phases/settings.ts';
import { buildBesideBundles, maxRatio, measureUnguardedCall } from './phases/unguarded-call.ts';

/** An odd number: the middle one is told. Two processes of one bundle differ by more than is looked for. */
const pairsOfServers = 5;

/** What guarded tools cost a call of another tool. */
export async function measureUnguarded({ flags, folder }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
  const load = startLoad();
  try {
    const bundles = await buildBesideBundles(folder);
    const ratios: number[] = [];
    for (let pair = 0; pair < (quick ? 1 : pairsOfServers); pair++) {
      const { bare = NaN, ours = NaN } = (await measureUnguardedCall(bundles, load, quick ? quickRun : fullRun)).values;
      ratios.push(Number((ours / bare).toFixed(3)));
    }
    const ratio = median(ratios);
    const holds = ratio <= maxRatio;
    const problems =
      holds || quick
        ? []
        : [`a call of an unguarded tool costs ${ratio} times that of a server without guards, and ${maxRatio} is the limit`];
    return { report: { node: process.version, ratio, ratios, maxRatio }, problems, holds: holds || quick };
  } finally {
    load.stop();
  }
}
