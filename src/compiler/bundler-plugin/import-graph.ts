import { resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

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
