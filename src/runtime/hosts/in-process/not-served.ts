import { listedError } from '../../errors/index.ts';

/** What to write instead of a part that this version does not have. */
export const insteadOf = {
  jobs: "declare a tool with `execution: { taskSupport: 'optional' }`, which clients run as a task",
  workflows: 'write one tool that calls the steps in order with `this.callTool(…)`',
} as const;

/** Members that need a part which is not there say so instead of answering with nothing. */
const notServed = (member: string, part: keyof typeof insteadOf) => (): Promise<never> =>
  Promise.reject(listedError('INVALID_METHOD', `${member} is not part of this version: ${insteadOf[part]}`));

/** A caller of servers, none of which serves jobs and workflows. */
export class CallerWithoutJobs {
  listJobs = notServed('listJobs', 'jobs');
  executeJob = notServed('executeJob', 'jobs');
  getJobStatus = notServed('getJobStatus', 'jobs');
  listWorkflows = notServed('listWorkflows', 'workflows');
  executeWorkflow = notServed('executeWorkflow', 'workflows');
  getWorkflowStatus = notServed('getWorkflowStatus', 'workflows');
}
