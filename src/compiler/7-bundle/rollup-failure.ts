import { isPackageFile } from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { packageName, locateWrittenImport } from './locate-import.ts';

export const isRollupFailure = (error: Error): boolean => error.name === 'RollupError' && 'code' in error;

/** The finding for a failure of rollup. Its most common cause is a CommonJS package: rollup sees exports of ES modules only. */
export async function rollupFinding({ root }: Pick<BundlePlan, 'root'>, error: Error): Promise<Diagnostic> {
  // rollup's lines are those of compiled text, so the import is looked up in the source.
  const { code, exporter, id } = error as Error & RollupFacts;
  const name = exporter === undefined || !isPackageFile(exporter) ? undefined : packageName(exporter);
  if (code !== 'MISSING_EXPORT' || name === undefined) return diagnose('bundle-failed', { text: error.message });
  const text = `rollup finds no such export in ${name}, which may be CommonJS: leave out \`build.bundler\`, because esbuild reads both`;
  return diagnose('bundle-failed', { text }, id === undefined ? {} : await locateWrittenImport(root, id, name));
}

/** Members of rollup's documented errors. */
interface RollupFacts {
  readonly code?: string;
  readonly exporter?: string;
  /** The module with the import. */
  readonly id?: string;
}
