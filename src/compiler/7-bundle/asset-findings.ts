import { shownChain, relativePosix } from '../../std/paths.ts';
import { isWithin } from '../../std/real-paths.ts';
import { sep } from 'node:path';
import {
  type AssetProblem,
  type BundleAssets,
  chainTo,
  type ImportGraph,
  locateImport,
  locateRange,
  type PackageFolder,
  type PackageProblem,
  thisPlatform,
} from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';

type Planned = Pick<BundlePlan, 'root' | 'target' | 'model'>;

export function problemFinding({ root, target }: Planned, problem: AssetProblem): Diagnostic {
  const named = problem.named === '' ? '' : relativePosix(root, problem.named);
  const location = locateRange(root, problem);
  switch (problem.kind) {
    case 'missing':
      return diagnose('asset-missing', { named }, location);
    case 'computed':
      return diagnose('asset-computed', { folder: named }, location);
    case 'secret':
      return diagnose('asset-secret', { named }, location);
    case 'outside':
      return diagnose(
        'asset-outside',
        { file: relativePosix(root, problem.file), named: isWithin(root, problem.named) ? named : problem.named },
        location,
      );
    case 'no-files':
      return diagnose('asset-without-files', { named, target: target.name }, location);
  }
}

/** Of a package that would be copied: what leads, or would be written, outside of it. */
export function copyFinding({ root }: Planned, problem: PackageProblem): Diagnostic {
  const { name } = problem;
  const file = relativePosix(root, problem.file);
  return problem.kind === 'name'
    ? diagnose('package-name-unsafe', { name, file, member: problem.member })
    : diagnose('package-file-outside', {
        name,
        file,
        leadsTo: isWithin(root, problem.target) ? relativePosix(root, problem.target) : problem.target,
      });
}

/**
 * A native package that was not built here and is no hard dependency of its importers, such as a driver of another database: they detect
 * its absence themselves.
 */
export function isUnbuiltOption(one: PackageFolder, assets: BundleAssets, imports: ImportGraph): boolean {
  if (!assets.folders.isNative(one) || assets.folders.addonsOf(one).length > 0) return false;
  const importers = [...imports].filter(
    ([file, its]) => !file.startsWith(one.folder + sep) && its.some(({ path }) => path.startsWith(one.folder + sep)),
  );
  return importers.every(([file]) => {
    const dependent = assets.folders.of(file);
    return dependent !== undefined && dependent.manifest.dependencies?.[one.name] === undefined;
  });
}

/** Nothing of the code that stayed asks for it: a provider that nobody uses takes its imports along. */
export function wasDropped(
  { folder }: PackageFolder,
  { inCode, modules }: { readonly modules: ReadonlySet<string>; readonly inCode: ReadonlySet<string> },
): boolean {
  const its = [...modules].filter((file) => file.startsWith(folder + sep));
  return its.length > 0 && its.every((file) => !inCode.has(file));
}

/** Platforms that have an archive of their own. */
export const platformsOf = ({ target }: Pick<BundlePlan, 'target'>, { packaging }: Pick<CompileRequest, 'packaging'>): readonly string[] =>
  target.archive === undefined ? [] : (packaging?.nativePlatforms ?? []);

interface ReachedPackage {
  readonly request: CompileRequest;
  readonly one: PackageFolder;
  readonly assets: BundleAssets;
  readonly imports: ImportGraph;
}

/** A native package where none can be loaded, or whose add-on is not there. */
export async function packageFinding(
  { model, root, target }: Planned,
  { assets, imports, one, request }: ReachedPackage,
): Promise<Diagnostic[]> {
  if (!assets.folders.isNative(one)) return [];
  const chain = chainTo(model.entry.file, (file) => file.startsWith(one.folder + sep), imports);
  const params = { name: one.name, chain: shownChain(root, chain) };
  const location = await locateImport(root, imports, chain);
  const platforms = platformsOf({ target }, request);
  if (!target.supports.nativeAddons && platforms.length === 0)
    return [diagnose('native-addon', { ...params, target: target.name, isArchive: target.archive !== undefined }, location)];
  const { nativePackages } = request.packaging ?? {};
  return (platforms.length === 0 ? [thisPlatform] : platforms)
    .filter((platform) => assets.folders.addonsOf(assets.folders.for(one, platform, nativePackages), platform).length === 0)
    .map((system) => diagnose('native-addon-missing', { ...params, system, isHere: system === thisPlatform }, location));
}
