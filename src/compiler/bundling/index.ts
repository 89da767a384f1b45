/*
 * What evaluation (phase 4) and bundling (phase 7) share, so that neither imports the other: one SDK copy, generated modules, planned
 * edits, and the bundler's messages as findings.
 */
export { bundlerFindings, isBundlerFailure } from './bundler-findings.ts';
export { compileWithNames, createSdkTest } from './keep-names.ts';
export { applyEditsTo, compilerFolder, createProjectPlugin } from './project-plugin.ts';
export type { BorrowedModule } from './project-plugin.ts';
export { readSource } from './read-source.ts';
export { findSdkCopy } from './sdk-copy.ts';
export type { SdkCopy } from './sdk-copy.ts';
export { spanAt } from './span-at.ts';
export { findZod } from './zod-outside.ts';
