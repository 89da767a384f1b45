/*
 * What evaluation (phase 4) and bundling (phase 7) share, so that neither imports the other: one SDK copy, generated modules, planned
 * edits, and the bundler's messages as findings.
 */
export type { AssetProblem } from './assets/asset-collector.ts';
export { listAssets } from './assets/asset-patterns.ts';
export { besidePrefix, BundleAssets } from './assets/bundle-assets.ts';
export { loaderTables, type LoaderTables } from './assets/asset-plugin.ts';
export { editsInPlace } from './assets/module-edits.ts';
export { findImport, isOptionalImport, isStrictScript, withoutMissing } from './assets/missing-packages.ts';
export { isForOther, type PackageFolder, PackageFolders, type PackageProblem, thisPlatform } from './assets/native-package.ts';
export { type CopiedPackages, copyPackages } from './assets/package-copy.ts';
export { awaitingModules } from './awaiting-modules.ts';
export { bundlerFindings, bundlerWarnings, isBundlerFailure, isTopLevelAwait, unresolvedImport } from './bundler-findings.ts';
export { chainTo, importGraph, type ImportGraph, recordImports } from './import-graph.ts';
export { compileWithNames, createSdkTest, isPackageFile, mappedBy } from './keep-names.ts';
export { locateImport, locateRange, locateWrittenImport, packageName } from './locate-import.ts';
export { isModuleOfNode, isOwnFile, withOwnEffects } from './own-effects.ts';
export { applyEditsTo, applyEditsWithMap, readSource } from './apply-edits.ts';
export { chainMaps, type MapOptions, parseMap, splitMap, withMap } from './source-maps.ts';
export { createBuiltinsPlugin, platformBuiltin } from './platform-builtins.ts';
export { compilerFolder, createProjectPlugin, type BorrowedModule } from './project-plugin.ts';
export { findSdkCopy, type SdkCopy } from './sdk-copy.ts';
export { spanAt, spanOfRange } from './span-at.ts';
export { unresolvedFinding, type UnresolvedImport } from './unresolved-finding.ts';
export { findZod } from './zod-outside.ts';
