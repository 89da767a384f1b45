import { runChaos } from '../../fixtures/chaos-run/run-chaos.ts';
import { isSound } from '../../fixtures/chaos-run/tally.ts';
import { verdict, type Section } from './section.ts';

/** Of full load: enough for every kind of fault to meet every kind of call; `npm run chaos` goes on for longer. */
const seconds = 12;

/** Well-meaning and broken clients at once on a built bundle. */
export const chaosChecks: Section = {
  name: 'chaos',
  about: 'a built bundle under full load, aborts, malformed requests and slow bodies',
  async run(context) {
    const { examples, ...report } = await runChaos({ seconds });
    context.say(`  ${JSON.stringify(report)}`);
    const problem = isSound(report) ? undefined : [JSON.stringify(report), ...examples].join('\n');
    return verdict(context, 'no crash, no wrong answer, nothing lost, nothing accepted twice, flat memory', problem);
  },
};
