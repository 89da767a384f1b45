import { memoryLeg } from '../../test/chaos/leg.ts';
import { Lots } from '../../test/chaos/lots.ts';
import { openRedisLeg } from '../../test/chaos/redis-leg.ts';
import { runChaos } from '../../test/chaos/run-chaos.ts';
import { runInstances } from '../../test/chaos/run-instances.ts';
import { isSound, Tally } from '../../test/chaos/tally.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

/** Of full load on both servers together: enough for every kind of fault to meet every kind of call; `npm run chaos` goes on for longer. */
const seconds = 24;

/** Well-meaning and broken clients at once on a built bundle. */
export const chaosChecks: Section = {
  name: 'chaos',
  about:
    'a built bundle under full load, aborts, malformed requests, slow bodies and a Redis server that is killed; three instances behind haproxy that are',
  order: 23,
  async run(context) {
    const instances = await killInstances(context);
    const { examples, ...report } = await context.run(async () => runChaos({ seconds, legs: [memoryLeg, await openRedisLeg()] }));
    context.say(`  ${JSON.stringify(report)}`);
    const problem = isSound(report) ? undefined : [JSON.stringify(report), ...examples].join('\n');
    const alone = verdict(context, 'no crash, no wrong answer, nothing lost, nothing accepted twice, flat memory', problem);
    return addResults([instances, alone]);
  },
};

/** Enough for each of the three to die in the middle of every kind of request; `npm run chaos -- --only instances` kills 20. */
async function killInstances(context: SectionContext): Promise<SectionResult> {
  const [tally, lots] = [new Tally(), new Lots()];
  const report = await context.run(() => runInstances({ program: 'haproxy', seconds: 15, kills: 4, restarts: 1, tally, lots }));
  context.say(`  ${JSON.stringify({ ...report, seed: lots.seed })}`);
  const problem = isSound(report) ? undefined : [JSON.stringify(report), ...tally.examples].join('\n');
  return verdict(context, 'three instances that are killed: no other crashes, nothing wrong, lost or accepted twice', problem);
}
