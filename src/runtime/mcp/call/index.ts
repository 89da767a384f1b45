/** Layer 5: the stages of one call. Results have the newest revision's shape; revisions project them down. */
export { callTool } from './call-tool.ts';
export type { CallRequest } from './channel.ts';
export { complete } from './complete.ts';
export { createServerRuntime } from './create-server-runtime.ts';
export { getPrompt } from './get-prompt.ts';
export { listEntries } from './list-entries.ts';
export { readResource } from './read-resource.ts';
