import type { RequirementRow } from '../requirement-row.ts';

/** Questions at installation, and what the config says of a deployment. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'setup.install',
    document: 'supplement',
    section: '4.3',
    rule: 'node emits install-<name>.sh: it refuses without the programs of build.dependencies.system, asks the steps of setup (variables that are set and defaults without a terminal), keeps the answers in a .env that the start script reads, and replaces nothing that is no installation.',
  },
  {
    id: 'setup.steps',
    document: 'supplement',
    section: '4.2',
    rule: 'Steps follow next, else the list; group is a heading; showWhen asks only after given answers. Unknown, doubled, circular and unreachable steps are refused.',
  },
  {
    id: 'setup.manifest',
    document: 'supplement',
    section: '4.3',
    rule: 'The manifest of a deployment holds storage, network and system dependencies of the config, and the steps of setup.',
  },
  {
    id: 'setup.build-variables',
    document: 'supplement',
    section: '4.2',
    rule: 'deployments[].env are variables that the definitions see while that deployment is built: over env.shared, under .env.',
  },
];
