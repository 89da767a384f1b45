/* Phase 8: the only writer of output. */
export { ArtifactFailed } from './artifact-failed.ts';
export { findBuildRecord, recordedNames, saveBuildRecord } from './build-record.ts';
export type { BuildRecord } from './build-record.ts';
export { makeFolders, removeEmptyFolders } from './make-folders.ts';
export { findProjectFile, writeOnce } from './project-file.ts';
export { ExecutableFailed } from './sea/executable-failed.ts';
export { sha256 } from './sha256.ts';
export { WriteFailed } from './write-failed.ts';
export { writeFolder } from './write.ts';
export type { WrittenOutput } from './write.ts';
export { zipFiles } from './zip.ts';
