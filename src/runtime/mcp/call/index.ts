/** Layer 5: the stages of one call. Results have the newest revision's shape; revisions project them down. */
export type { CallRequest } from './channel.ts';
export { createServerRuntime } from './create-server-runtime.ts';
export { listEntries } from './list-entries.ts';
