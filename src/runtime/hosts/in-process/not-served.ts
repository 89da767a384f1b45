import { listedError } from '../../errors/index.ts';

/** Members that need a part of the product which is not there yet say so instead of answering with nothing. */
export const notServed = (member: string, part: string) => (): Promise<never> =>
  Promise.reject(listedError('INVALID_METHOD', `${member} is not available: this version serves no ${part}`));

/** A caller of servers, none of which serves jobs and workflows. */
export class CallerWithoutJobs {
  listJobs = notServed('listJobs', 'jobs');
  executeJob = notServed('executeJob', 'jobs');
  getJobStatus = notServed('getJobStatus', 'jobs');
  listWorkflows = notServed('listWorkflows', 'workflows');
  executeWorkflow = notServed('executeWorkflow', 'workflows');
  getWorkflowStatus = notServed('getWorkflowStatus', 'workflows');
}
