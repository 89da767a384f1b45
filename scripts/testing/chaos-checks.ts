import { memoryLeg } from '../../test/chaos/leg.ts';
import { openRedisLeg } from '../../test/chaos/redis-leg.ts';
import { runChaos } from '../../test/chaos/run-chaos.ts';
import { isSound } from '../../test/chaos/tally.ts';
import { verdict, type Section } from './section.ts';

/** Of full load on both servers together: enough for every kind of fault to meet every kind of call; `npm run chaos` goes on for longer. */
const seconds = 24;

/** Well-meaning and broken clients at once on a built bundle. */
export const chaosChecks: Section = {
  name: 'chaos',
  about: 'a built bundle under full load, aborts, malformed requests, slow bodies and a Redis server that is killed',
  order: 23,
  async run(context) {
    const { examples, ...report } = await context.run(async () => runChaos({ seconds, legs: [memoryLeg, await openRedisLeg()] }));
    context.say(`  ${JSON.stringify(report)}`);
    const problem = isSound(report) ? undefined : [JSON.stringify(report), ...examples].join('\n');
    return verdict(context, 'no crash, no wrong answer, nothing lost, nothing accepted twice, flat memory', problem);
  },
};
