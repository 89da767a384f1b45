import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Questions at installation, and what the config says of a deployment. */
export const rows: readonly RequirementRow[] = rowsOf({
  'setup.install':
    'node emits install-<name>.sh: it refuses without the programs of build.dependencies.system, asks the steps of setup (variables that are set and defaults without a terminal), keeps the answers in a .env that the start script reads, and replaces nothing that is no installation.',
  'setup.steps':
    'Steps follow next, else the list; group is a heading; showWhen asks only after given answers. Unknown, doubled, circular and unreachable steps are refused.',
  'setup.manifest': 'The manifest of a deployment holds storage, network and system dependencies of the config, and the steps of setup.',
  'setup.build-variables':
    'deployments[].env are variables that the definitions see while that deployment is built: over env.shared, under .env.',
});
