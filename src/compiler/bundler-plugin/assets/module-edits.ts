import { dirname, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SourceEdit } from '../../model/source-edit.ts';
import type { AssetCollector } from './asset-collector.ts';
import type { FileReference, LocationUse, ModuleFiles } from './module-files.ts';

/** The functions that stand for a module's location in a bundle; see `locations.ts`. */
const locate = (kind: 'url' | 'path', path: string): string => `service$${kind}(${JSON.stringify(path)})`;

const located = (kind: FileReference['kind'], path: string): string =>
  kind === 'url-object' ? `new URL(${locate('url', path)})` : locate(kind, path);

export interface BundleContext {
  readonly collector: AssetCollector;
  /** Folder of the bundle in the output; empty for the bundle itself. */
  readonly from: string;
  /** The bundler follows `require`. */
  readonly followsRequire: boolean;
}

/** Edits by which a module finds its files beside the bundle, wherever that is moved to. */
export function editsForBundle(file: string, found: ModuleFiles, { collector, followsRequire, from }: BundleContext): SourceEdit[] {
  const edits: SourceEdit[] = [];
  const edit = (start: number, end: number, text: string): void => void edits.push({ file, start, end, kind: 'file-location', text });
  const here = (path: string): string => posix.relative(from, path);
  const moved = collector.note(file, found);
  for (const { path, reference } of moved) edit(reference.start, reference.end, located(reference.kind, here(path)));
  const own = collector.pathOf(file);
  for (const use of found.uses) {
    if (moved.some(({ reference }) => reference.start <= use.start && use.end <= reference.end)) continue;
    const text = use.of === 'url' ? locate('url', here(own)) : locate('path', here(use.of === 'file' ? own : posix.dirname(own)));
    edit(use.start, use.end, withKey(use, text));
  }
  if (followsRequire) for (const { becomes, end, start } of found.requires) edit(start, end, becomes);
  return edits;
}

/** For evaluation, which runs where the sources are: each module is where its file is. */
export async function editsInPlace(file: string, text: string): Promise<SourceEdit[]> {
  const { readModuleFiles } = await import('./module-files.ts');
  const values = { url: pathToFileURL(file).href, file, folder: dirname(file) };
  return readModuleFiles(file, text).uses.map((use) => {
    const replaced = withKey(use, JSON.stringify(values[use.of]));
    return { file, start: use.start, end: use.end, kind: 'file-location' as const, text: replaced };
  });
}

const withKey = ({ shorthand }: LocationUse, text: string): string => (shorthand === undefined ? text : `${shorthand}: ${text}`);
