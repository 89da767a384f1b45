/* Single executables; loaded only by builds that make one. */
export { canBecomeExecutable, checkMerged, checkNodeFuse, makeExecutable } from './make-executable.ts';
