import { specifierBetween } from '../../std/paths.ts';
import type { Span } from '../model/span.ts';
import { findImport } from './assets/missing-packages.ts';
import type { ImportGraph } from './import-graph.ts';
import { isPackageFile } from './keep-names.ts';
import { spanOfRange } from './span-at.ts';

/** The last module of the project on a chain of imports that imports another one, and the span of that import. */
export async function locateImport(root: string, imports: ImportGraph, chain: readonly string[]): Promise<{ span?: Span }> {
  const importer = chain.findLast((file, at) => !isPackageFile(file) && (at < chain.length - 1 || at === 0));
  if (importer === undefined) return {};
  const imported = chain[chain.indexOf(importer) + 1];
  if (imported === undefined) return {};
  const written = imports.get(importer)?.find(({ path }) => path === imported)?.written;
  return locateWrittenImport(root, importer, written ?? packageName(imported) ?? specifierBetween(importer, imported));
}

/** The span of an import in the file as its author wrote it: bundlers see files after planned edits. */
export async function locateWrittenImport(root: string, file: string, written: string): Promise<{ span?: Span }> {
  const found = await findImport(file, written);
  return found === undefined ? {} : locateRange(root, { file, ...found });
}

export function locateRange(root: string, range: { readonly file: string; readonly start: number; readonly end: number }): { span?: Span } {
  const span = spanOfRange(root, range);
  return span === undefined ? {} : { span };
}

/** Name of the package that a file belongs to: rollup does not report the specifier of an import, and most imports name the package. */
export const packageName = (file: string): string | undefined =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]?.replace('\\', '/');
