import { relative, sep } from 'node:path';
import {
  type AssetProblem,
  type BundleAssets,
  chainTo,
  findImport,
  type ImportGraph,
  type PackageFolder,
  spanOfRange,
} from '../bundling/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

type Planned = Pick<BundlePlan, 'root' | 'target' | 'model'>;

export function problemFinding({ root, target }: Planned, problem: AssetProblem): Diagnostic {
  const named = problem.named === '' ? '' : shown(root, problem.named);
  const place = placeOf(root, problem);
  switch (problem.kind) {
    case 'missing':
      return diagnose('asset-missing', { named }, place);
    case 'computed':
      return diagnose('asset-computed', { folder: named }, place);
    case 'secret':
      return diagnose('asset-secret', { named }, place);
    case 'no-files':
      return diagnose('asset-without-files', { named, target: target.name }, place);
  }
}

/**
 * A native package that was never built here, and that only packages ask for which can do without: a driver of another database. It is
 * left to them to notice.
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

interface ReachedPackage {
  readonly one: PackageFolder;
  readonly assets: BundleAssets;
  readonly imports: ImportGraph;
}

/** A native package where none can be loaded, or whose add-on is not there. */
export async function packageFinding({ model, root, target }: Planned, { assets, imports, one }: ReachedPackage): Promise<Diagnostic[]> {
  if (!assets.folders.isNative(one)) return [];
  const chain = chainTo(model.entry.file, one.folder + sep, imports);
  const importer = chain.findLast((file) => !file.includes(`${sep}node_modules${sep}`));
  const params = { name: one.name, chain: chain.map((file) => shown(root, file)).join(' → ') };
  const place = importer === undefined ? {} : await importPlace(root, imports, { importer, imported: chain[chain.indexOf(importer) + 1] });
  if (!assets.hasFiles) return [diagnose('native-addon', { ...params, target: target.name }, place)];
  if (assets.folders.addonsOf(one).length > 0) return [];
  return [diagnose('native-addon-missing', { ...params, system: `${process.platform}-${process.arch}` }, place)];
}

interface ImportPair {
  readonly importer: string;
  readonly imported: string | undefined;
}

async function importPlace(root: string, imports: ImportGraph, { imported, importer }: ImportPair): Promise<{ span?: Span }> {
  const written = imports.get(importer)?.find(({ path }) => path === imported)?.written;
  const found = written === undefined ? undefined : await findImport(importer, written);
  return found === undefined ? {} : placeOf(root, { file: importer, ...found });
}

function placeOf(root: string, range: { readonly file: string; readonly start: number; readonly end: number }): { span?: Span } {
  const span = spanOfRange(root, range);
  return span === undefined ? {} : { span };
}

const shown = (root: string, file: string): string => relative(root, file).split(sep).join('/');
