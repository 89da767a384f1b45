/*
 * What evaluation (phase 4) and bundling (phase 7) share, so that neither imports the other: one SDK copy, generated modules, planned
 * edits, and the bundler's messages as findings.
 */
export { type AssetProblem, editsInPlace } from './assets/asset-collector.ts';
export { listAssets } from './assets/asset-patterns.ts';
export { besidePrefix, BundleAssets } from './assets/bundle-assets.ts';
export { loaderTables, type LoaderTables } from './assets/asset-plugin.ts';
export { findImport, isOptionalImport, isStrictScript, withoutMissing } from './assets/missing-packages.ts';
export {
  type CopiedPackages,
  copyPackages,
  isForOther,
  type PackageFolder,
  PackageFolders,
  type PackageProblem,
  thisPlatform,
} from './assets/native-package.ts';
export type { WebAddress } from './assets/web-addresses.ts';
export {
  awaitingModules,
  chainTo,
  importGraph,
  type ImportGraph,
  locateImport,
  locateRange,
  locateWrittenImport,
  recordImports,
} from './import-graph.ts';
export {
  bundlerFindings,
  bundlerWarnings,
  isBundlerFailure,
  isTopLevelAwait,
  unresolvedFinding,
  unresolvedImport,
  type UnresolvedImport,
} from './bundler-findings.ts';
export { compileWithNames, createSdkTest, isPackageFile, mappedBy } from './keep-names.ts';
export { isModuleOfNode, isOwnFile, withOwnEffects } from './own-effects.ts';
export { applyEditsTo, applyEditsWithMap, chainMaps, type MapOptions, parseMap, readSource, splitMap, withMap } from './source-maps.ts';
export { createBuiltinsPlugin, platformBuiltin } from './platform-builtins.ts';
export { compilerFolder, createProjectPlugin, type BorrowedModule } from './project-plugin.ts';
export { findSdkCopy, sourceCondition, type SdkCopy } from './sdk-copy.ts';
export { spanAt, spanOfRange } from './span-at.ts';
export { findZod } from './zod-outside.ts';
