import { packageName, shownChain } from '../../std/paths.ts';
import { chainTo, type ImportGraph, isPackageFile, locateImport, locateWrittenImport, unresolvedFinding } from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';

/** Modules in CommonJS that rollup would take for plain scripts: their `require` would fail at the first start. */
export class LostModules extends Error {
  override readonly name = 'LostModules';
  constructor(
    readonly files: readonly string[],
    readonly imports: ImportGraph,
  ) {
    super('Some modules can only be required');
  }
}

const useEsbuild = 'Leave out `build.bundler`: esbuild reads CommonJS and ES modules';

/** One finding for each package, at the import of the project that leads to it. */
export async function lostFindings(
  { model, root }: Pick<BundlePlan, 'root' | 'model'>,
  { files, imports }: LostModules,
): Promise<Diagnostic[]> {
  const byPackage = new Map(files.map((file) => [packageName(file) ?? file, file] as const).toReversed());
  return Promise.all(
    [...byPackage].toReversed().map(async ([name, lost]) => {
      const chain = chainTo(model.entry.file, (file) => file === lost, imports);
      const text = `${name} is CommonJS (${shownChain(root, chain)}), which rollup puts into no bundle of this target`;
      return diagnose('bundle-failed', { text, remedy: useEsbuild }, await locateImport(root, imports, chain));
    }),
  );
}

export const isRollupFailure = (error: Error): boolean => error.name === 'RollupError' && 'code' in error;

/** The finding for a failure of rollup. Its most common cause is a CommonJS package: rollup sees exports of ES modules only. */
export async function rollupFinding({ root }: Pick<BundlePlan, 'root'>, error: Error): Promise<Diagnostic> {
  // rollup's lines are those of compiled text, so the import is looked up in the source.
  const { code, exporter, id } = error as Error & RollupFacts;
  const name = exporter === undefined || !isPackageFile(exporter) ? undefined : packageName(exporter);
  if (code === 'UNRESOLVED_IMPORT' && exporter !== undefined && id !== undefined)
    return unresolvedFinding({ name: exporter, importer: id }, await locateWrittenImport(root, id, exporter));
  if (code !== 'MISSING_EXPORT' || name === undefined) return diagnose('bundle-failed', { text: error.message });
  const text = `rollup finds no such export in ${name}, which may be CommonJS`;
  return diagnose('bundle-failed', { text, remedy: useEsbuild }, id === undefined ? {} : await locateWrittenImport(root, id, name));
}

/** Members of rollup's documented errors. */
interface RollupFacts {
  readonly code?: string;
  /** The module that lacks an export, or the specifier that leads nowhere. */
  readonly exporter?: string;
  /** The module with the import. */
  readonly id?: string;
}
