import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { memberOf } from '@service/sdk/internal';
import type { Metafile, Plugin } from 'esbuild';
import { type Diagnostic, diagnose, withoutByteOrderMark } from '../diagnostics/index.ts';
import { relativePosix } from '../../std/paths.ts';
import { chainTo, importGraph } from './import-graph.ts';
import { isPackageFile } from './keep-names.ts';
import { locateImport } from './locate-import.ts';

interface Bundled {
  readonly metafile: Metafile;
}

interface OwnProject {
  readonly root: string;
  readonly entry: string;
}

interface WithEffects<Result> {
  readonly result: Result;
  /** Files that had to be left out all the same. */
  readonly dropped: readonly Diagnostic[];
}

/**
 * What TypeScript runs when a module of the project is imported, runs in its bundle too, whatever "sideEffects" in its package.json says to
 * bundlers of others. The first bundle shows which modules that would leave out; only then is there a second one.
 */
export async function withOwnEffects<Result extends Bundled>(
  project: OwnProject,
  bundle: (keep: readonly Plugin[]) => Promise<Result>,
): Promise<WithEffects<Result>> {
  const first = await bundle([]);
  const kept = new Set(leftOut(project.root, first).filter((file) => isOwnFile(project.root, file) && isFlagged(file)));
  if (kept.size === 0) return { result: first, dropped: [] };
  const result = await bundle([keepEffects(project.root, kept)]);
  return { result, dropped: await misread(project, result.metafile, kept) };
}

export const isOwnFile = (root: string, file: string): boolean => file.startsWith(root + sep) && !isPackageFile(file);

function leftOut(root: string, { metafile }: Bundled): readonly string[] {
  const outputs = Object.values(metafile.outputs);
  return Object.keys(metafile.inputs)
    .filter((path) => isScript.test(path))
    .filter((path) => outputs.every(({ inputs }) => (inputs[path]?.bytesInOutput ?? 0) === 0))
    .map((path) => resolve(root, path));
}

/** Of the file system: other modules have a prefix. */
const isScript = /^(?![\w-]+:).*\.[cm]?[jt]sx?$/;

const keepEffects = (root: string, kept: ReadonlySet<string>): Plugin => ({
  name: 'service-own-effects',
  setup(build) {
    build.onResolve({ filter: /.*/ }, async ({ importer, kind, namespace, path, pluginData, resolveDir, with: attributes }) => {
      // Other plugins ask with marks of their own.
      const isAsked = pluginData === undefined && kind !== 'entry-point' && (namespace !== 'file' || isOwnFile(root, importer));
      if (!isAsked) return undefined;
      const found = await build.resolve(path, { importer, kind, namespace, resolveDir, with: attributes, pluginData: asked });
      return found.namespace === 'file' && kept.has(found.path) ? { path: found.path, sideEffects: true } : undefined;
    });
  },
});

const asked = Symbol('asked for effects');

/**
 * Kept modules of which the bundler no longer knows that they are ES modules of Node's kind: they would read the default import of a CommonJS
 * package otherwise.
 */
async function misread({ entry, root }: OwnProject, metafile: Metafile, kept: ReadonlySet<string>): Promise<readonly Diagnostic[]> {
  const without = new Set(leftOut(root, { metafile }));
  const imports = importGraph(root, metafile);
  const isCommon = ({ path }: { readonly path: string }): boolean => metafile.inputs[path]?.format === 'cjs';
  const found = Object.entries(metafile.inputs)
    .filter(([, input]) => input.format === 'esm' && input.imports.some(isCommon))
    .map(([path]) => resolve(root, path))
    .filter((file) => kept.has(file) && !without.has(file) && isModuleOfNode(file) && !/\.m[jt]s$/.test(file));
  return Promise.all(
    found.map(async (file) => {
      const location = await locateImport(
        root,
        imports,
        chainTo(entry, (one) => one === file, imports),
      );
      return diagnose('import-dropped', { file: relativePosix(root, file), isInstalled: false }, location);
    }),
  );
}

const isFlagged = (file: string): boolean => {
  const flag = manifestMember(file, 'sideEffects');
  return flag !== undefined && flag !== true;
};

/** Whether Node reads a file as an ES module. */
export const isModuleOfNode = (file: string): boolean => /\.m[jt]s$/.test(file) || manifestMember(file, 'type') === 'module';

/** Of the nearest package.json. */
function manifestMember(file: string, name: string): unknown {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return memberOf(JSON.parse(withoutByteOrderMark(readFileSync(manifest, 'utf8'))), name);
  }
  return undefined;
}
