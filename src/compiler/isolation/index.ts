/*
 * A process that evaluates definitions: a cleaned environment, no file written outside the project's cache, no child processes, no
 * native add-ons, no threads. It guards against accidents; it is not a sandbox, because everything on the disk can be read.
 */
export { cacheFolder, isCacheInside, writableCache } from './cache-folder.ts';
export { givenVariables } from './given-variables.ts';
export { runChild, type ChildRequest } from './run-child.ts';
export { startChild, type StartedChild } from './start-child.ts';
