/*
 * `npm run fidelity [-- --json] [--seed N] [--projects N] [--only <name>]`: whole projects, uncompiled and built, through the same calls.
 * Ends with 1 when an answer, an error or a log line of a build differs from the uncompiled server's.
 */
import { fixedProjects } from './fidelity/projects/fixed-projects.ts';
import { generatedProjects, keptProjects } from './fidelity/projects/generated-projects.ts';
import { printDifference } from './fidelity/compare.ts';
import { runProjects } from './fidelity/run-projects.ts';
import { readFlags, wholeNumber } from './read-flags.ts';

/** Of one project: a build that answers nothing differs in every call. */
const maxPrinted = 20;
/** With the projects of the repository more than a hundred. */
const fullCount = 80;

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
if (values.json) console.log(JSON.stringify(report));
else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(12)} ${value}`);
process.exitCode = report.differences > 0 ? 1 : 0;
