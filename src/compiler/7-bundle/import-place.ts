import { relative, sep } from 'node:path';
import { findImport, type ImportGraph, isPackageFile, spanOfRange } from '../bundling/index.ts';
import type { Span } from '../model/span.ts';

/** The last file of the project on a way of imports, and the import in it that leads on. */
export async function importPlace(root: string, imports: ImportGraph, chain: readonly string[]): Promise<{ span?: Span }> {
  const importer = chain.findLast((file) => !isPackageFile(file));
  if (importer === undefined) return {};
  const imported = chain[chain.indexOf(importer) + 1];
  const written = imports.get(importer)?.find(({ path }) => path === imported)?.written ?? packageName(imported);
  return written === undefined ? {} : placeOfImport(root, importer, written);
}

/** The place of an import in the file as its author wrote it: bundlers see files after planned edits. */
export async function placeOfImport(root: string, file: string, written: string): Promise<{ span?: Span }> {
  const found = await findImport(file, written);
  return found === undefined ? {} : placeOf(root, { file, ...found });
}

export function placeOf(root: string, range: { readonly file: string; readonly start: number; readonly end: number }): { span?: Span } {
  const span = spanOfRange(root, range);
  return span === undefined ? {} : { span };
}

/** rollup does not say how an import is written; most name the package alone. */
export const packageName = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]?.replace('\\', '/');

export const shownPath = (root: string, file: string): string => relative(root, file).split(sep).join('/');

export const shownChain = (root: string, chain: readonly string[]): string => chain.map((file) => shownPath(root, file)).join(' → ');
