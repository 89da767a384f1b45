import { isBuiltin } from 'node:module';
import { basename, isAbsolute, join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { type LoadResult, rollup, type Plugin, type RollupBuild, type RollupLog, type SourceMap } from 'rollup';
import {
  applyEditsWithMap,
  compilerFolder,
  compileWithNames,
  createSdkTest,
  isModuleOfNode,
  isOwnFile,
  isPackageFile,
  loaderTables,
  mappedBy,
  platformBuiltin,
  readSource,
  spanAt,
  splitMap,
  type UnresolvedImport,
  withMap,
  sourceCondition,
} from '../bundler-plugin/index.ts';
import type { BundlePlan, PathAlias } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { RawMap } from '../model/source-edit.ts';
import { pageFiles } from './auth-pages.ts';
import { borrowedModules } from './borrowed-modules.ts';
import type { BundledFile } from './bundled-file.ts';
import { type BundleInput, bundleLocations, mapOfTransform, serverEntry, transformMap, withCommonNames } from './esbuild.ts';
import { LostModules } from './rollup-failure.ts';
import { locationsModule, rollupAssets, withLocations, type WrittenImports, writtenKey } from './rollup-assets.ts';
import { UnresolvedImports } from './unresolved-imports.ts';
import { isZodFile } from './zod-report.ts';

/**
 * The slower bundler, chosen with `build.bundler: 'rollup'`: it sees through re-exported namespaces that esbuild keeps whole. Packages that
 * exist as CommonJS only are copied beside the bundle; where there are no files, they need esbuild.
 */
export async function bundleWithRollup(plan: BundlePlan, input: BundleInput, entry = serverEntry): Promise<BundledFile> {
  const { assets, maps, request } = input;
  const { builtins: ofPlatform, platform, syntax, conditions } = plan.target.bundle;
  const external = request.build.external ?? [];
  const loaders = loaderTables(request.build.loader);
  const imports = new Map<string, NotedImport[]>();
  const written: WrittenImports = new Map();
  const builtins: UnresolvedImport[] = [];
  const warnings: Diagnostic[] = [];
  const lost: string[] = [];
  const bundle = await rollup({
    input: entry.point,
    external: (id) => (platform === 'node' && isBuiltin(id)) || external.includes(id),
    // An unresolved import would become external, and a deployed bundle has no node_modules.
    onLog: (level, log, handle) => {
      if (log.code === 'UNRESOLVED_IMPORT') handle('error', log);
      else if (level === 'warn' && !harmlessLogs.has(log.code)) warnings.push(logFinding(plan.root, log));
    },
    // Paths of files beside the bundle are already relative to the bundle.
    makeAbsoluteExternalsRelative: false,
    plugins: [
      projectPlugin(plan),
      pathAliases(plan.typescript.pathAliases),
      noteImports(imports, written),
      noteLost(lost, assets),
      keepOwnEffects(plan.root),
      rollupAssets(assets, { loaders, syntax, written }),
      ...(platform === 'node' ? [] : [noteBuiltins(builtins, ofPlatform)]),
      nodeResolve({
        exportConditions: [sourceCondition, ...conditions],
        extensions: ['.ts', '.mts', '.js', '.mjs', '.json'],
        preferBuiltins: true,
      }),
      typescriptPlugin(plan, input),
    ],
  });
  try {
    if (lost.length > 0) throw new LostModules(lost, imports);
    if (builtins.length > 0) throw new UnresolvedImports(builtins, imports);
    const { first, made } = await generate(bundle, plan, { maps, build: request.build, interop: (id) => interopOf(id, imports) });
    return {
      ...made,
      bytesByInput: Object.fromEntries(Object.entries(first.modules).map(([id, module]) => [nameOf(id), module.renderedLength])),
      zodImporters: [...imports].filter(([id, its]) => !isZodFile(id) && its.some(({ path }) => isZodFile(path))).map(([id]) => nameOf(id)),
      inputs: [...imports.keys()].filter(isAbsolute),
      imports,
      warnings,
      builtins: platform === 'node' ? [] : first.imports.filter((name) => name.startsWith('node:')),
    };
  } finally {
    await bundle.close();
  }
}

interface GenerateOptions extends Pick<BundleInput, 'maps'> {
  readonly build: BundleInput['request']['build'];
  readonly interop: (id: string | null) => 'auto' | 'default';
}

/** The joined modules, and the code that is made of them. */
async function generate(bundle: RollupBuild, { root, target }: BundlePlan, { build: asked, interop, maps }: GenerateOptions) {
  const { format, platform, syntax } = target.bundle;
  const { define, minify = true } = asked;
  const { output } = await bundle.generate({
    format,
    interop,
    inlineDynamicImports: true,
    // Where the sources of the map are relative to.
    ...(maps === undefined ? {} : { sourcemap: 'hidden', sourcemapFile: join(root, 'bundle.js'), sourcemapExcludeSources: !maps.content }),
  });
  const { code, map } = output[0];
  const made = await transform(map === null ? code : withMap(code, rawOf(map)), {
    minify,
    target: syntax,
    // Without it the text counts as a script, whose top-level names are global and would not be minified.
    format,
    charset: 'utf8',
    legalComments: 'eof',
    define: { ...define },
    ...transformMap(maps),
  });
  const mapped = { code: made.code, map: mapOfTransform(made) };
  const isModule = platform === 'node' && format === 'esm';
  return { first: output[0], made: isModule ? await withCommonNames(mapped, { minify, syntax, maps }) : mapped };
}

/** What the default import of a CommonJS module is, Node decides by the importer: in an ES module of Node's kind always the whole of it. */
function interopOf(id: string | null, imports: ReadonlyMap<string, readonly { readonly path: string }[]>): 'auto' | 'default' {
  const importers = [...imports].filter(([, its]) => its.some(({ path }) => path === id)).map(([file]) => file);
  return importers.length > 0 && importers.every((file) => isAbsolute(file) && isModuleOfNode(file)) ? 'default' : 'auto';
}

/** Logs of rollup about what changes nothing, each with its reason; all others are shown. */
const harmlessLogs: ReadonlySet<string | undefined> = new Set([
  // The definitions were loaded in the same order; a circle that breaks them is reported there.
  'CIRCULAR_DEPENDENCY',
  // What `this` is at the top of every ES module.
  'THIS_IS_UNDEFINED',
  // The import goes with the names that nothing uses.
  'UNUSED_EXTERNAL_IMPORT',
  // Directives such as 'use client' are for other programs; a comment in a wrong place keeps code that could go.
  'MODULE_LEVEL_DIRECTIVE',
  'INVALID_ANNOTATION',
]);

/** A warning of rollup: its lines are those of compiled text, so it is shown at its file. */
function logFinding(root: string, { id, message }: RollupLog): Diagnostic {
  const span = id === undefined || !isAbsolute(id) || isPackageFile(id) ? undefined : spanAt(root, { file: id, line: 1, column: 1 });
  return diagnose('bundler-warning', { text: message }, { span });
}

/** rollup treats what it cannot resolve as provided by the platform; modules of Node that a worker does not have are collected and refused. */
const noteBuiltins = (found: UnresolvedImport[], ofPlatform: ReadonlySet<string> | undefined): Plugin => ({
  name: 'service-platform',
  resolveId(name, importer) {
    if (!isBuiltin(name) || importer === undefined) return null;
    const provided = platformBuiltin(name, ofPlatform);
    if (provided !== undefined) return { id: provided, external: true };
    found.push({ name, importer });
    return { id: name, external: true };
  },
});

/** rollup's convention: ids of modules without a file begin with a NUL. */
const generatedPrefix = '\0service:';
const nameOf = (id: string): string => (id.startsWith(generatedPrefix) ? `service-generated:${id.slice(generatedPrefix.length)}` : id);

function projectPlugin(plan: BundlePlan): Plugin {
  return {
    name: 'service',
    async resolveId(source, importer) {
      if (source === 'service:server') return plan.model.entry.file;
      if (source === 'service:program') return plan.model.program;
      if (source === locationsModule) return bundleLocations;
      const page = source.startsWith('service:') ? pageFiles(plan)[source.slice('service:'.length)] : undefined;
      if (page !== undefined) return page;
      const borrowed = source.startsWith('service:') ? borrowedModules(plan)[source.slice('service:'.length)] : undefined;
      if (borrowed !== undefined) return this.resolve(borrowed.module, borrowed.for, { skipSelf: true });
      if (source.startsWith('service:')) return generatedPrefix + source.slice('service:'.length);
      const isSdk = source === '@service/sdk' || source.startsWith('@service/sdk/');
      if (!isSdk && importer?.startsWith(generatedPrefix) !== true) return null;
      const wanted = source === '@service/sdk' ? '@service/sdk/compiled' : source;
      return this.resolve(wanted, join(compilerFolder, 'index.js'), { skipSelf: true });
    },
    async load(id) {
      const text = id.startsWith(generatedPrefix) ? plan.generated[id.slice(generatedPrefix.length)] : undefined;
      if (text === undefined) return null;
      return id === `${generatedPrefix}validators` ? await withoutRequire(text) : text;
    },
  };
}

/** ajv's generated validators use `require` in ES modules; esbuild turns them into pure ES modules. */
async function withoutRequire(text: string): Promise<string> {
  const stdin = { contents: text, resolveDir: compilerFolder, loader: 'js' as const };
  const result = await build({
    stdin,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['@service/sdk/*'],
    logLevel: 'silent',
  });
  return result.outputFiles[0]?.text ?? '';
}

/**
 * Lowers decorators to plain calls: when rollup renames a class that refers to itself, it moves the decorators to the wrong place. Files with
 * experimental decorators have none left here.
 */
async function withoutDecorators(text: string, plan: BundlePlan, maps: BundleInput['maps']): Promise<string> {
  if (!splitMap(text).text.includes('@')) return text;
  return (await transform(text, { loader: 'js', target: plan.target.bundle.syntax, charset: 'utf8', ...mappedBy(maps) })).code;
}

function typescriptPlugin(plan: BundlePlan, { assets, compiled, maps, sdk }: BundleInput): Plugin {
  const isSdk = createSdkTest(sdk);
  return {
    name: 'service-typescript',
    async load(id) {
      if (id.startsWith('\0') || !/\.[cm]?[jt]sx?$/.test(id)) return null;
      const edits = plan.edits.filter((edit) => edit.file === id);
      const given = compiled.get(id);
      const source = given ?? (await readSource(id));
      const located = isSdk(id) ? [] : await assets.editsOf(id, source);
      const all = [...(given === undefined ? edits : []), ...located];
      const isTypeScript = /\.[cm]?tsx?$/.test(id);
      if (!isTypeScript && all.length === 0) return null;
      const text = withLocations(applyEditsWithMap(id, source, { edits: all, maps }), located.length > 0);
      if (!isTypeScript) return loaded(text);
      const { syntax } = plan.target.bundle;
      return isSdk(id)
        ? loaded((await transform(text, { loader: 'ts', target: syntax, sourcefile: basename(id), ...mappedBy(maps) })).code)
        : loaded(
            await withoutDecorators(
              await compileWithNames(id, text, { root: plan.root, tsconfig: plan.typescript.tsconfig, maps }),
              plan,
              maps,
            ),
          );
    },
  };
}

/** A text that may carry a map, as a plugin of rollup returns both. */
function loaded(carrying: string): LoadResult {
  const { map, text } = splitMap(carrying);
  if (map === undefined) return text;
  const { mappings, names, sources, sourcesContent } = map;
  const texts = sourcesContent === undefined ? {} : { sourcesContent: [...sourcesContent] };
  return { code: text, map: { version: 3, mappings, names: [...names], sources: [...sources], ...texts } };
}

const rawOf = ({ mappings, names, sources, sourcesContent }: SourceMap): RawMap => ({ mappings, names, sources, sourcesContent });

const noteLost = (found: string[], assets: BundleInput['assets']): Plugin => ({
  name: 'service-lost-modules',
  async transform(text, id) {
    if (isPackageFile(id) && (await assets.isLost(id, text))) found.push(id);
  },
});

/** As TypeScript means an import, whatever "sideEffects" in the project's package.json says to bundlers of others. */
const keepOwnEffects = (root: string): Plugin => ({
  name: 'service-own-effects',
  transform: (_, id) => (isOwnFile(root, id) ? { moduleSideEffects: true } : null),
});

interface NotedImport {
  readonly path: string;
  readonly written?: string;
}

function noteImports(imports: Map<string, NotedImport[]>, written: WrittenImports): Plugin {
  return {
    name: 'service-imports',
    moduleParsed: ({ dynamicallyImportedIds, id, importedIds }) =>
      void imports.set(
        id,
        [...importedIds, ...dynamicallyImportedIds].map((path) => {
          const source = written.get(writtenKey(id, path));
          return { path, written: source };
        }),
      ),
  };
}

/** Imports through `paths` of tsconfig.json, as TypeScript finds them: the longest fitting pattern, its targets in their order. */
function pathAliases(aliases: readonly PathAlias[]): Plugin {
  return {
    name: 'service-path-aliases',
    async resolveId(source, importer) {
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      const nearest = aliases.flatMap((alias) => fitting(alias, source)).toSorted((one, other) => other.fixed - one.fixed);
      for (const target of nearest.flatMap(({ targets }) => targets)) {
        const found = await this.resolve(target, importer, { skipSelf: true });
        if (found !== null) return found;
      }
      return null;
    },
  };
}

function fitting({ pattern, targets }: PathAlias, source: string): { readonly fixed: number; readonly targets: readonly string[] }[] {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return source === pattern ? [{ fixed: Number.POSITIVE_INFINITY, targets }] : [];
  if (source.length < head.length + tail.length || !source.startsWith(head) || !source.endsWith(tail)) return [];
  const middle = source.slice(head.length, source.length - tail.length);
  return [{ fixed: head.length, targets: targets.map((target) => target.replace('*', () => middle)) }];
}
