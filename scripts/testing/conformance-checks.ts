import { testedLegs } from '../conformance/legs.ts';
import { runLegs } from '../conformance/run-legs.ts';
import { addResults, verdict, type Section } from './section.ts';

/** The official conformance suite against the built bundles: a leg passes when its numbers are not behind the expected ones. */
export const conformanceChecks: Section = {
  name: 'conformance',
  about: 'the official conformance suite against the built bundle',
  order: 20,
  async run(context) {
    const outcomes = await context.run(() => runLegs(testedLegs(), 1));
    return addResults(
      outcomes.map(({ name, numbers, problem, complaints, log }) =>
        verdict(
          context,
          `${name}: ${numbers.passed} ok, ${numbers.failed} wrong, ${numbers.warnings} warnings, ${numbers.skipped} left out`,
          problem === undefined ? undefined : [problem, ...complaints, `the suite's own output: ${log}`].join('\n'),
        ),
      ),
    );
  },
};
