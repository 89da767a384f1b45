/*
 * A process that evaluates definitions: a cleaned environment, no file written outside the project's cache, no child processes, no
 * native add-ons, no threads. It guards against accidents; it is not a sandbox, because everything on the disk can be read.
 */
export { cacheFolder, type ChildRequest, isCacheInside, runChild, startChild, type StartedChild, writableCache } from './start-child.ts';
export { givenVariables } from './given-variables.ts';
