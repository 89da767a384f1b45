/* Phase 8: all files of a build, then the only writer of output. */
export { ArtifactFailed, ExecutableFailed, WriteFailed } from './failures.ts';
export type { BuildRecord } from './build-record.ts';
export { composeOutput, canMakeExecutable, checkExecutable, checkMerged } from './compose-output.ts';
export { type LockChange, writeLock } from './write-lock.ts';
export { makeFolders, removeEmptyFolders, type WrittenOutput } from './write.ts';
export { findUnchanged, writeOutput, writeScratch } from './write-output.ts';
