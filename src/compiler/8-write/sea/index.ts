/* Single executables; loaded only by builds that make one. */
export { checkMerged } from './check-merged.ts';
export { makeExecutable } from './make-executable.ts';
export { canBecomeExecutable, checkNodeFuse } from './node-fuse.ts';
