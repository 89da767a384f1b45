import { resolve } from 'node:path';
import type { Message, Metafile, Plugin } from 'esbuild';
import { packageName, shownChain, specifierBetween } from '../../std/paths.ts';
import type { Span } from '../model/span.ts';
import { findImport } from './assets/missing-packages.ts';
import { isPackageFile } from './keep-names.ts';
import { spanOfRange } from './span-at.ts';
import type { AwaitingModule } from '../model/top-level-await.ts';
import { placeOf, spanOf } from './bundler-findings.ts';

/** What each module imports, by absolute path. */
export type ImportGraph = ReadonlyMap<string, readonly { readonly path: string; readonly written?: string }[]>;

export const importGraph = (root: string, { inputs }: Metafile): ImportGraph =>
  new Map(
    Object.entries(inputs).map(([path, { imports }]) => [
      resolve(root, path),
      imports.map((one) => {
        // Of what stays outside, the path is what is written.
        const written = one.original ?? (one.external === true ? one.path : undefined);
        return { path: resolve(root, one.path), written };
      }),
    ]),
  );

/** The shortest way of imports from the entry to such a file; the entry alone where none leads there. */
export function chainTo(entry: string, isGoal: (file: string) => boolean, imports: ImportGraph): string[] {
  const from = new Map<string, string | undefined>([[entry, undefined]]);
  for (const file of from.keys()) {
    if (isGoal(file)) return wayOf(file, from);
    for (const { path } of imports.get(file) ?? []) if (!from.has(path)) from.set(path, file);
  }
  return [entry];
}

function wayOf(file: string, from: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = file; at !== undefined; at = from.get(at)) way.unshift(at);
  return way;
}

/** Notes what imports what while esbuild asks, for a bundle that fails: such a bundle has no other record. It stands before all other plugins. */
export const recordImports = (found: Map<string, { path: string; written: string }[]>): Plugin => ({
  name: 'service-import-record',
  setup(build) {
    build.onResolve({ filter: /.*/ }, async ({ importer, kind, namespace, path, pluginData, resolveDir }) => {
      // Other plugins ask with marks of their own.
      if (kind === 'entry-point' || pluginData !== undefined) return undefined;
      const resolved = await build.resolve(path, { importer, kind, namespace, resolveDir, pluginData: recorded });
      if (resolved.errors.length > 0) return undefined;
      found.set(importer, [...(found.get(importer) ?? []), { path: resolved.path, written: path }]);
      return resolved;
    });
  },
});

const recorded = Symbol('asked by the import record');

/** The last module of the project on a chain of imports that imports another one, and the span of that import. */
export async function locateImport(root: string, imports: ImportGraph, chain: readonly string[]): Promise<{ span?: Span }> {
  const importer = chain.findLast((file, at) => !isPackageFile(file) && (at < chain.length - 1 || at === 0));
  if (importer === undefined) return {};
  const imported = chain[chain.indexOf(importer) + 1];
  if (imported === undefined) return {};
  const written = imports.get(importer)?.find(({ path }) => path === imported)?.written;
  // rollup does not report the specifier of an import, and most imports name the package.
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

/** Modules that await outside of functions, each once, with the way to them. */
export async function awaitingModules(
  { entry, imports, root }: { readonly root: string; readonly entry: string; readonly imports: ImportGraph },
  messages: readonly Message[],
): Promise<readonly AwaitingModule[]> {
  const found = new Map<string, AwaitingModule>();
  for (const message of messages) {
    if (message.location === null) continue;
    const file = resolve(root, message.location.file);
    const name = isPackageFile(file) ? packageName(file) : undefined;
    if (found.has(name ?? file)) continue;
    const chain = chainTo(entry, (one) => one === file, imports);
    const span = name === undefined ? spanOf(root, message) : (await locateImport(root, imports, chain)).span;
    found.set(name ?? file, {
      package: name,
      place: placeOf(root, message),
      chain: shownChain(root, chain),
      span,
    });
  }
  return [...found.values()];
}
