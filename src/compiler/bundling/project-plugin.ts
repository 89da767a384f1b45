import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OnLoadResult, Plugin, PluginBuild, ResolveResult } from 'esbuild';
import MagicString from 'magic-string';
import type { SourceEdit } from '../model/source-edit.ts';
import { namedAs, scriptsOutside } from './file-filters.ts';
import { compileWithNames, createSdkTest, isPackageFile } from './keep-names.ts';
import { readSource } from './read-source.ts';
import type { SdkCopy } from './sdk-copy.ts';
import { leaveZodOutside } from './zod-outside.ts';

/** Where imports of generated modules are resolved from. */
export const compilerFolder = fileURLToPath(new URL('..', import.meta.url));

/** Where generated modules live: `service:entry`, `service:constants`, … */
const generatedNamespace = 'service-generated';

export interface BorrowedModule {
  /** As a file of the project would import it. */
  readonly module: string;
  /** That file. */
  readonly for: string;
  /** What to do when the project has no such package. */
  readonly missing?: string;
  /** Text of the module that stands in its place then. */
  readonly otherwise?: string;
}

export interface ProjectPluginOptions {
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
  readonly rewrite?: ReadonlyMap<string, (text: string) => string>;
  /** zod is loaded from its own files beside what is bundled. */
  readonly zodOutside?: boolean;
  /** Files are loaded for a bundle that ships; evaluation takes them as they are, so that places in them stay true. */
  readonly forBundle?: boolean;
}

/**
 * What evaluation and bundling share: one SDK copy with the bare import on the pure define entry, generated modules, and the planned
 * edits of source files.
 */
export function createProjectPlugin(options: ProjectPluginOptions): Plugin {
  return {
    name: 'service',
    setup(build) {
      resolveSdk(build, options.sdk);
      serveGenerated(build, options);
      if (options.zodOutside === true) leaveZodOutside(build);
      if (options.forBundle === true) loadForBundle(build, options);
      if (options.rewrite !== undefined && options.rewrite.size > 0) loadRewritten(build, options.rewrite);
    },
  };
}

function resolveSdk(build: PluginBuild, sdk: SdkCopy): void {
  const known = new Map<string, Promise<ResolveResult>>();
  build.onResolve({ filter: /^@service\/sdk($|\/)/ }, ({ path, kind, pluginData }) => {
    if (pluginData === resolvedByUs) return undefined;
    // The plain entry starts a server on import; a compiled project is started by its generated entry alone (architecture §3a.1).
    const wanted = path === '@service/sdk' ? '@service/sdk/define' : path;
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
    contents: options.generated[path] ?? options.borrowed?.[path]?.otherwise ?? '',
    loader: 'js',
    // What a generated module imports (the SDK, ajv's own pieces) belongs to the compiler; the user's modules are reached by alias.
    resolveDir: compilerFolder,
  }));
}

/** Loads files as they go into a bundle: planned edits applied, z as a namespace, names kept where somebody reads them. */
function loadForBundle(build: PluginBuild, { compiled: given, edits, sdk, tsconfig }: ProjectPluginOptions): void {
  const byFile = groupByFile(edits);
  const isSdk = createSdkTest(sdk);
  const compile = async (path: string): Promise<string> =>
    compileWithNames(path, given?.get(path) ?? applyEditsTo(await readSource(path), byFile.get(path) ?? []), tsconfig);
  // All at once: each after the one that imports it, they would be what a bundle waits for.
  const own = [...byFile.keys()].filter((path) => !isSdk(path) && !isPackageFile(path));
  const compiled = new Map(own.map((path) => [path, compile(path)]));
  // Who asks for the file hears of it; a file that nobody asks for is not in the bundle.
  for (const one of compiled.values()) one.catch(() => undefined);
  const load = async ({ path }: { readonly path: string }): Promise<OnLoadResult | undefined> => {
    const planned = byFile.get(path);
    if (isSdk(path) || zodItself.test(path))
      return planned === undefined ? undefined : { contents: applyEditsTo(await readSource(path), planned), loader: 'default' };
    if (!isPackageFile(path)) return { contents: await (compiled.get(path) ?? compile(path)), loader: 'js' };
    const text = await readSource(path);
    const usesSdk = text.includes('@service/sdk');
    const edited = text.includes('zod') ? await withZodNamespace(path, text) : text;
    if (!usesSdk && edited === text) return undefined;
    return { contents: usesSdk ? await compileWithNames(path, edited) : edited, loader: 'js' };
  };
  // Three of four files are modules of the run time, most of them taken as they are: asking about each here would be a tenth of a bundle.
  build.onLoad({ filter: scriptsOutside(sdk.runtime.folder + sep) }, load);
  const edited = [...byFile.keys()].filter((file) => file.startsWith(sdk.runtime.folder + sep));
  if (edited.length > 0) build.onLoad({ filter: namedAs(edited) }, load);
}

function loadRewritten(build: PluginBuild, rewrite: ReadonlyMap<string, (text: string) => string>): void {
  build.onLoad({ filter: namedAs([...rewrite.keys()]) }, async ({ path }) => {
    const change = rewrite.get(path);
    return change === undefined ? undefined : { contents: change(await readSource(path)), loader: 'default' };
  });
}

/** Evaluation needs no parser, so only a bundle loads it. */
async function withZodNamespace(path: string, text: string): Promise<string> {
  const { planZodNamespace } = await import('./zod-namespace.ts');
  return applyEditsTo(text, planZodNamespace(path, text));
}

const zodItself = /[\\/]node_modules[\\/]zod[\\/]/;

/** Applies planned edits to the text they were planned for. */
export function applyEditsTo(source: string, edits: readonly SourceEdit[]): string {
  const text = new MagicString(source);
  for (const edit of edits) if (edit.start < edit.end && edit.moveTo === undefined) text.update(edit.start, edit.end, edit.text);
  for (const { start, end, text: inserted, at } of edits) {
    if (start < end) continue;
    if (at === 'end-of-file') text.append(inserted);
    else if (at === 'after') text.appendLeft(start, inserted);
    else text.appendRight(start, inserted);
  }
  for (const { start, end, moveTo } of edits) if (moveTo !== undefined) text.move(start, end, moveTo);
  return text.toString();
}

function groupByFile(edits: readonly SourceEdit[]): Map<string, SourceEdit[]> {
  const byFile = new Map<string, SourceEdit[]>();
  for (const edit of edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  return byFile;
}
