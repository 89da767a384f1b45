/* The compiler, as commands and tests know it. The phases are in compile.ts, in order. */
export { ArtifactFailed, ExecutableFailed, WriteFailed, makeFolders, removeEmptyFolders } from './8-write/index.ts';
export type { BuildRecord, WrittenOutput } from './8-write/index.ts';
export { analyse, build } from './compile.ts';
export { createCompileCache, readProjectSettings } from './project-settings.ts';
export { canMakeExecutable, checkMerged } from './executable.ts';
export { findOutsideImports } from './outside-imports.ts';
export { findOwners, registerPart } from './register.ts';
export type { FoundOwners, OwnerList, DeclaredOwner, Registered } from './register.ts';
export type { ProjectSettings } from './1-load/index.ts';
export type { AnalysisResult, BuildResult, BundlePlan, CompileCache, CompileRequest } from './compile-types.ts';
export { runChild, startChild } from './isolation/index.ts';
export { loadAhead } from './schedule.ts';
export { findUnchanged, writeOutput, writeProved, writeScratch } from './write-output.ts';
