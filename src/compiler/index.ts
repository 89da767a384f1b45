/* The compiler, as commands and tests know it. The phases are in compile.ts, in order. */
export {
  ArtifactFailed,
  canMakeExecutable,
  checkMerged,
  ExecutableFailed,
  findUnchanged,
  makeFolders,
  removeEmptyFolders,
  WriteFailed,
  writeOutput,
  writeScratch,
} from './8-write/index.ts';
export type { BuildRecord, WrittenOutput } from './8-write/index.ts';
export { checkFormat } from './5-check/index.ts';
export { analyse, build, createCompileCache, createReadings } from './compile.ts';
export { refreshDocuments, type RefreshedDocuments, type RefreshResult } from './refresh.ts';
export { findOwners, registerPart, type FoundOwners, type OwnerList, type DeclaredOwner, type Registered } from './register.ts';
export type { ProjectSettings } from './1-load/index.ts';
export type { AnalysisResult, BuildResult, BundlePlan, CompileCache, CompileRequest, ProjectReadings } from './compile-types.ts';
export { runChild, startChild } from './isolation/index.ts';
export { bundleOwn, findOutsideImports, loadAhead, readProjectSettings } from './schedule.ts';
