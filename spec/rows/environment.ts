import type { RequirementRow } from '../requirement-row.ts';

const document = 'guide';
const section = 'Build time and run time';

/** What is decided when a server is built, and what where it runs. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'environment.run-time',
    document,
    section,
    rule: 'A bundle reads `process.env` where it runs, `NODE_ENV` included, when its modules load and in calls: on Node from the process, on a worker from its bindings. No build puts a value of its own environment into a bundle.',
  },
  {
    id: 'environment.define',
    document,
    section,
    rule: '`build.define` alone puts a constant in the place of a variable, with either bundler; the bundle then ignores the variable.',
  },
  {
    id: 'environment.options',
    document,
    section,
    rule: 'An option that a condition on the environment gives or leaves out is decided by every start: the bundle carries what both outcomes need. A server whose `auth` depends on the environment is never open where its source asks for sign-in.',
  },
];
