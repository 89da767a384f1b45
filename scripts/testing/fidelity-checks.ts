import { fixedProjects } from '../fidelity/projects/fixed-projects.ts';
import { keptProjects } from '../fidelity/projects/generated-projects.ts';
import { printDifference } from '../fidelity/compare.ts';
import { runProjects } from '../fidelity/run-projects.ts';
import { runConstructs } from '../fidelity/typescript/run-constructs.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

/** Some of every kind, in about a minute; `npm run fidelity` runs all. */
const chosen = new Set([
  'fixture-calculator',
  'fixture-storefront',
  'kept-rollup-renamed-class',
  'kept-environment-auth',
  'kept-environment-schema',
  'kept-environment-list',
  'kept-node-environment',
  'kept-plugin-called-app',
  'kept-schema-random',
]);

/** As many as show each kind of answer; `npm run fidelity` makes more. */
const callsPerTool = 2;

/** Constructs of TypeScript under one set of options; `npm run fidelity -- --only typescript` takes all sets. */
async function compareConstructs(context: SectionContext): Promise<SectionResult> {
  const { comparisons, constructs, differences } = await runConstructs(['default']);
  context.say(`  ${JSON.stringify({ constructs, comparisons, differences: differences.length })}`);
  const problem = constructs < minConstructs ? `only ${constructs} constructs were compared` : differences.join('\n');
  return verdict(context, 'bundles mean what TypeScript makes of the whole program', problem === '' ? undefined : problem);
}

const minConstructs = 150;

/** Whole projects, uncompiled and built, through the same calls. */
export const fidelityChecks: Section = {
  name: 'fidelity',
  about: 'projects answer and log the same uncompiled, built for node with both bundlers, and built for a worker',
  order: 22,
  async run(context) {
    const sources = [...fixedProjects, ...keptProjects()].filter(({ name }) => chosen.has(name));
    const fewCalls = sources.map(({ make, name }) => ({ name, make: () => ({ ...make(), callsPerTool }) }));
    const shown: string[] = [];
    const report = await context.run(() =>
      runProjects(fewCalls, { seed: 1, onResult: ({ differences }) => shown.push(...differences.map(printDifference)) }),
    );
    context.say(`  ${JSON.stringify(report)}`);
    const complete = report.projects === chosen.size && report.calls > 0;
    const problem = complete
      ? shown.join('\n')
      : `only ${report.projects} of ${chosen.size} projects were found, with ${report.calls} answers`;
    const projects = verdict(context, 'no build answers or logs otherwise than its source', problem === '' ? undefined : problem);
    return addResults([projects, await compareConstructs(context)]);
  },
};
