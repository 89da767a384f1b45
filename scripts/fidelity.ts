/*
 * `npm run fidelity [-- --json] [--seed N] [--projects N] [--only <name>]`: whole projects, uncompiled and built, through the same calls.
 * Ends with 1 when an answer, an error or a log line of a build differs from the uncompiled server's. `--only typescript` compares bundles with
 * TypeScript's own emit of the whole program.
 */
import { fixedProjects } from './fidelity/projects/fixed-projects.ts';
import { generatedProjects, keptProjects } from './fidelity/projects/generated-projects.ts';
import { printDifference } from './fidelity/compare.ts';
import { runProjects } from './fidelity/run-projects.ts';
import { allSets, runConstructs } from './fidelity/typescript/run-constructs.ts';
import { readFlags, wholeNumber } from './read-flags.ts';

/** Of one project: a build that answers nothing differs in every call. */
const maxPrinted = 20;
/** With the projects of the repository more than a hundred. */
const fullCount = 80;
/** Of the comparison with TypeScript's own emit, for `--only`. */
const constructsName = 'typescript';

const { values } = readFlags('fidelity', {
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    projects: { type: 'string', default: String(fullCount) },
    only: { type: 'string' },
  },
});
const seed = wholeNumber(values.seed, { command: 'fidelity', flag: 'seed' });
const count = wholeNumber(values.projects, { command: 'fidelity', flag: 'projects' });
const { only } = values;
const chosen = [...fixedProjects, ...keptProjects(), ...generatedProjects(count, seed)].filter(
  ({ name }) => only === undefined || name.includes(only),
);
const report = await runProjects(chosen, {
  seed,
  onResult: ({ calls, differences, project, seconds }) => {
    console.error(`${project}: ${calls} answers, ${differences.length} differences, ${seconds.toFixed(1)} s`);
    for (const difference of differences.slice(0, maxPrinted)) console.error(printDifference(difference));
    if (differences.length > maxPrinted) console.error(`  and ${differences.length - maxPrinted} more`);
  },
});
const withConstructs = only === undefined || constructsName.includes(only);
const typescript = withConstructs ? await runConstructs(allSets, (line) => console.error(line)) : undefined;
for (const difference of typescript?.differences ?? []) console.error(difference);
const total = {
  ...report,
  differences: report.differences + (typescript?.differences.length ?? 0),
  ...(typescript === undefined ? {} : { constructs: typescript.constructs, comparisons: typescript.comparisons }),
};
if (values.json) console.log(JSON.stringify(total));
else for (const [name, value] of Object.entries(total)) console.log(`${name.padEnd(12)} ${[value].flat().join('\n'.padEnd(14))}`);
process.exitCode = total.differences > 0 ? 1 : 0;
