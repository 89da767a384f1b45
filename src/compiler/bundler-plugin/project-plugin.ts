import { fileURLToPath } from 'node:url';
import { dirname, sep } from 'node:path';
import { readFile } from 'node:fs/promises';
import type { OnLoadResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import { withoutByteOrderMark } from '../diagnostics/index.ts';
import type { SourceEdit } from '../model/source-edit.ts';
import { applyEditsTo, applyEditsWithMap, type MapOptions, readSource } from './source-maps.ts';
import { type AssetsInPlace, loadAssets, loadAssetsInPlace, type LoadedAssets } from './assets/asset-plugin.ts';
import { namedAs, scriptsOutside } from './file-filters.ts';
import { compileWithNames, createSdkTest, isPackageFile, isTypeScriptFile } from './keep-names.ts';
import type { SdkCopy } from './sdk-copy.ts';
import { leaveZodOutside } from './zod-outside.ts';

/** Where imports of generated modules are resolved from. */
export const compilerFolder = fileURLToPath(new URL('..', import.meta.url));

/** Where generated modules live: `service:entry`, `service:constants`, … */
const generatedNamespace = 'service-generated';

export interface BorrowedModule {
  /** Specifier that a file of the project would import. */
  readonly module: string;
  /** That file. */
  readonly for: string;
  /** What to do when the project has no such package. */
  readonly missing?: string;
  /** Text of the module that stands in its place then. */
  readonly otherwise?: string;
}

export interface ProjectPluginOptions {
  /** Folder of the project. */
  readonly root: string;
  readonly sdk: SdkCopy;
  /** Generated modules by name without `service:`. */
  readonly generated: Readonly<Record<string, string>>;
  /** Imports of `service:<name>` that stand for a file. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly edits: readonly SourceEdit[];
  /** JavaScript by absolute path of files that TypeScript has compiled, edits included. */
  readonly compiled?: ReadonlyMap<string, string> | undefined;
  /** Absolute path of a tsconfig.json for all files of the project, where the bundler would not find it. */
  readonly tsconfig?: string | undefined;
  /** Imports of `service:<name>` that stand for a package's module as a file of the project finds it. */
  readonly borrowed?: Readonly<Record<string, BorrowedModule>>;
  /** New texts of files, for evaluation. */
  readonly rewrite?: ReadonlyMap<string, (text: string) => string | Promise<string>>;
  /** zod is loaded from its own files beside what is bundled. */
  readonly zodOutside?: boolean;
  /** Files are loaded for a bundle that ships; evaluation takes them as they are, so that places in them stay true. */
  readonly forBundle?: boolean;
  /** Files of a bundle that has a source map carry theirs. */
  readonly maps?: MapOptions | undefined;
  /** What lies beside the bundle. */
  readonly assets?: LoadedAssets;
  /** Files are taken from where they are: for evaluation. */
  readonly inPlace?: AssetsInPlace;
}

/**
 * What evaluation and bundling share: one SDK copy with the bare import on what it is in a bundle, generated modules, and the planned
 * edits of source files.
 */
export function createProjectPlugin(options: ProjectPluginOptions): Plugin {
  return {
    name: 'service',
    setup(build) {
      resolveSdk(build, options.sdk);
      serveGenerated(build, options);
      if (options.zodOutside === true) leaveZodOutside(build);
      if (options.assets !== undefined) loadAssets(build, options.assets);
      if (options.forBundle === true) loadForBundle(build, options);
      if (options.rewrite !== undefined && options.rewrite.size > 0) loadRewritten(build, options.rewrite);
      if (options.inPlace !== undefined) loadAssetsInPlace(build, options.inPlace);
    },
  };
}

/** What modules are in a bundle. */
const insteadOf: Readonly<Record<string, string>> = {
  '@service/sdk': '@service/sdk/compiled',
  '@service/edge': '@service/sdk/hosts/bundle-edge',
};

function resolveSdk(build: PluginBuild, sdk: SdkCopy): void {
  const known = new Map<string, Promise<ResolveResult>>();
  build.onResolve({ filter: /^@service\/(?:sdk(?:$|\/)|edge$)/ }, ({ path, kind, pluginData }) => {
    if (pluginData === resolvedByUs) return undefined;
    // The plain entry starts a server on import; a bundle is started by its generated entry, or by calls that lead to it.
    const wanted = insteadOf[path] ?? path;
    // One question for all importers: each is a trip to esbuild and back.
    const found = known.get(`${kind} ${wanted}`) ?? build.resolve(wanted, { kind, resolveDir: sdk.folder, pluginData: resolvedByUs });
    known.set(`${kind} ${wanted}`, found);
    return found;
  });
}

const resolvedByUs = Symbol('resolved by the service plugin');

function serveGenerated(build: PluginBuild, options: ProjectPluginOptions): void {
  build.onResolve({ filter: /^service:/ }, async ({ path, kind }) => {
    const name = path.slice('service:'.length);
    const borrowed = options.borrowed?.[name];
    if (borrowed !== undefined) {
      const found = await build.resolve(borrowed.module, { kind, resolveDir: dirname(borrowed.for) });
      if (found.errors.length === 0) return found;
      if (borrowed.otherwise !== undefined) return { path: name, namespace: generatedNamespace };
      return borrowed.missing === undefined ? found : { errors: [{ text: borrowed.missing }] };
    }
    const alias = options.aliases[name];
    if (alias !== undefined) return { path: alias };
    if (options.generated[name] !== undefined) return { path: name, namespace: generatedNamespace };
    return { errors: [{ text: `No generated module is named "${name}"` }] };
  });
  build.onLoad({ filter: /.*/, namespace: generatedNamespace }, ({ path }) => ({
    contents: withPaths(options.generated[path] ?? options.borrowed?.[path]?.otherwise ?? '', options.aliases),
    loader: 'js',
    // What a generated module imports (the SDK, ajv's own pieces) belongs to the compiler; the user's modules are reached by alias.
    resolveDir: compilerFolder,
  }));
}

/**
 * Aliases as the paths that they stand for. The bundler asks the package.json of a file whether it is an ES module, and with that what the
 * default import of a CommonJS package is, only where it has resolved the path itself.
 */
const withPaths = (text: string, aliases: Readonly<Record<string, string>>): string =>
  Object.entries(aliases).reduce((done, [name, path]) => done.replaceAll(`"service:${name}"`, () => JSON.stringify(path)), text);

/** Loads files as they go into a bundle: planned edits applied, z as a namespace, class names kept where code reads them. */
function loadForBundle(build: PluginBuild, { assets, compiled: given, edits, maps, root, sdk, tsconfig }: ProjectPluginOptions): void {
  const byFile = groupByFile(edits);
  const isSdk = createSdkTest(sdk);
  const compile = async (path: string): Promise<string> => {
    const done = given?.get(path);
    const text = done ?? (await readSource(path));
    const planned = done === undefined ? (byFile.get(path) ?? []) : [];
    const all = [...planned, ...outside(planned, await assetEdits(assets, path, text))];
    return compileWithNames(path, applyEditsWithMap(path, text, { edits: all, maps }), { root, tsconfig, maps });
  };
  // All at once: each after the one that imports it, they would be what a bundle waits for.
  const own = [...byFile.keys()].filter((path) => !isSdk(path) && isSource(path));
  const compiled = new Map(own.map((path) => [path, compile(path)]));
  // Reported at the importer of the file; a file without importers is not in the bundle.
  for (const one of compiled.values()) one.catch(() => undefined);
  const load = async ({ path }: { readonly path: string }): Promise<OnLoadResult | undefined> => {
    if (isSdk(path) || zodItself.test(path)) return undefined;
    // Sources that a package ships are planned and compiled like the project's own.
    if (isSource(path)) return { contents: await (compiled.get(path) ?? compile(path)), loader: 'js' };
    const beside = assets?.assets.standInOfPackage(path);
    if (beside !== undefined) return { contents: beside.contents, loader: 'js' };
    const plain = await readSource(path);
    await assets?.assets.notePeers(path, plain);
    const located = await assetEdits(assets, path, plain);
    const text = located.length === 0 ? plain : applyEditsTo(plain, located);
    const usesSdk = text.includes('@service/sdk');
    const renamed = text.includes('zod') ? await planZodNamespace(path, text) : [];
    if (!usesSdk && located.length + renamed.length === 0) return undefined;
    const moved = applyEditsWithMap(path, plain, { edits: located, maps });
    const edited = applyEditsWithMap(path, moved, { edits: renamed, maps });
    return { contents: usesSdk ? await compileWithNames(path, edited, { root, maps }) : edited, loader: 'js' };
  };
  // Three of four files are modules of the run time, taken as they are: asking about each here would be a tenth of a bundle.
  build.onLoad({ filter: scriptsOutside(sdk.runtime.folder + sep) }, load);
}

/** Files of the project, and sources that packages ship. */
const isSource = (path: string): boolean => !isPackageFile(path) || isTypeScriptFile(path);

const assetEdits = async (loaded: LoadedAssets | undefined, path: string, text: string): Promise<SourceEdit[]> =>
  loaded === undefined ? [] : loaded.assets.editsOf(path, text, loaded.from);

/** Of what planned edits replace nothing is left to be edited. */
const outside = (planned: readonly SourceEdit[], others: readonly SourceEdit[]): SourceEdit[] =>
  others.filter((one) => !planned.some(({ end, moveTo, start }) => moveTo === undefined && start < one.end && one.start < end));

function loadRewritten(build: PluginBuild, rewrite: ReadonlyMap<string, (text: string) => string | Promise<string>>): void {
  build.onLoad({ filter: namedAs([...rewrite.keys()]) }, async ({ path }) => {
    const change = rewrite.get(path);
    if (change === undefined) return undefined;
    const given = await readFile(path, 'utf8');
    const text = withoutByteOrderMark(given);
    // Columns of the first line are counted as in the file.
    return { contents: `${given.slice(0, given.length - text.length)}${await change(text)}`, loader: 'default' };
  });
}

/** Evaluation needs no parser, so only a bundle loads it. */
async function planZodNamespace(path: string, text: string): Promise<readonly SourceEdit[]> {
  return (await import('./zod-namespace.ts')).planZodNamespace(path, text);
}

const zodItself = /[\\/]node_modules[\\/]zod[\\/]/;

function groupByFile(edits: readonly SourceEdit[]): Map<string, SourceEdit[]> {
  const byFile = new Map<string, SourceEdit[]>();
  for (const edit of edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  return byFile;
}
