import { fileURLToPath } from 'node:url';
import { extname, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { build, type BuildOptions, type BuildResult, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';
import {
  type BundleAssets,
  bundlerWarnings,
  createBuiltinsPlugin,
  createProjectPlugin,
  importGraph,
  type ImportGraph,
  isBundlerFailure,
  isStrictScript,
  loaderTables,
  type MapOptions,
  parseMap,
  readSource,
  recordImports,
  type SdkCopy,
  sourceCondition,
  withMap,
  withoutMissing,
  withOwnEffects,
} from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest } from '../compile-types.ts';
import { pageFiles } from './auth-pages.ts';
import { borrowedModules } from './borrowed-modules.ts';
import type { BundledFile, MapOfText } from './bundled-file.ts';
import { isZodFile } from './zod-report.ts';

export interface BundleInput {
  readonly request: CompileRequest;
  readonly sdk: SdkCopy;
  readonly assets: BundleAssets;
  /** JavaScript by absolute path of files that TypeScript has compiled, edits included. */
  readonly compiled: ReadonlyMap<string, string>;
  /** Absent where the bundle has no source map. */
  readonly maps?: MapOptions | undefined;
}

/** What is bundled: the server, once more with another host, or a script of one of its threads. */
export interface BundleEntry {
  readonly point: string;
  /** Its folder in the output; empty for the server. */
  readonly from: string;
}

export const serverEntry: BundleEntry = { point: 'service:entry', from: '' };

const programFile = ({ model: { program } }: BundlePlan): { readonly program?: string } => (program === undefined ? {} : { program });

/** Our module for bundles of Node: TypeScript in a checkout, JavaScript when published. */
export const bundleLocations = fileURLToPath(new URL(`bundle-locations${extname(import.meta.url)}`, import.meta.url));

export const bundleWithEsbuild = async (plan: BundlePlan, input: BundleInput, entry = serverEntry): Promise<BundledFile> =>
  withoutMissing(
    plan.root,
    (missing) => bundleOnce(plan, input, { ...entry, missing }),
    (error) => (isBundlerFailure(error) ? error.errors : undefined),
  );

/** What imports what in a bundle that fails, whatever is wrong with it. */
export async function importsOfFailed(plan: BundlePlan, input: BundleInput): Promise<ImportGraph> {
  const imports = new Map<string, { path: string; written: string }[]>();
  try {
    await bundleOnce(plan, input, { ...serverEntry, missing: [], first: [recordImports(imports)] });
  } catch (error) {
    if (!isBundlerFailure(error)) throw error;
  }
  return imports;
}

interface Asked extends BundleEntry {
  readonly missing: readonly string[];
  /** Plugins that are asked before all others. */
  readonly first?: readonly Plugin[];
}

async function bundleOnce(plan: BundlePlan, input: BundleInput, asked: Asked): Promise<BundledFile> {
  const { minify = true } = input.request.build;
  const { first = [] } = asked;
  const { dropped, result } = await withOwnEffects({ root: plan.root, entry: plan.model.entry.file }, (keep) =>
    runBundler(plan, input, { ...asked, first: [...first, ...keep] }),
  );
  const described = describe(plan, result);
  const code = await finishedCode(plan, result, { minify, maps: input.maps });
  return { ...described, ...code, warnings: [...described.warnings, ...dropped] };
}

async function runBundler(
  plan: BundlePlan,
  { assets, compiled, maps, request, sdk }: BundleInput,
  { first = [], from, missing, point }: Asked,
): Promise<Bundled> {
  const { builtins, platform, format, syntax, conditions } = plan.target.bundle;
  const { tsconfig } = plan.typescript;
  const { minify = true } = request.build;
  const loaders = loaderTables(request.build.loader);
  return build({
    entryPoints: [point],
    absWorkingDir: plan.root,
    outfile: `${plan.root}/service-bundle.js`,
    write: false,
    loader: { ...loaders.bundler },
    bundle: true,
    platform,
    // Without a platform esbuild reads no entry fields of packages that have no `exports`.
    ...(platform === 'neutral' ? { mainFields: ['module', 'main'] } : {}),
    format,
    target: syntax,
    minify,
    treeShaking: true,
    charset: 'utf8',
    legalComments: 'eof',
    ...transformMap(maps),
    logOverride: ofOtherMaps,
    metafile: true,
    logLevel: 'silent',
    conditions: [sourceCondition, ...conditions],
    external: [...(request.build.external ?? []), ...missing],
    define: { ...(format === 'cjs' ? importMeta : {}), ...request.build.define },
    ...(platform === 'node' ? { inject: [bundleLocations] } : {}),
    tsconfig,
    plugins: [
      ...first,
      ...(builtins === undefined ? [] : [createBuiltinsPlugin(builtins)]),
      createProjectPlugin({
        root: plan.root,
        sdk,
        generated: plan.generated,
        aliases: { server: plan.model.entry.file, ...programFile(plan), ...pageFiles(plan) },
        edits: plan.edits,
        compiled,
        maps,
        tsconfig,
        borrowed: borrowedModules(plan),
        forBundle: true,
        assets: { assets, loaders: loaders.own, from },
      }),
    ],
  });
}

/** Maps that packages bring, or should: what is wrong with them changes nothing of the server. */
const ofOtherMaps: NonNullable<BuildOptions['logOverride']> = {
  'invalid-source-mappings': 'silent',
  'missing-source-map': 'silent',
  'unsupported-source-map-comment': 'silent',
};

type Bundled = BuildResult<{ metafile: true }> & { readonly outputFiles: readonly OutputFile[] };

async function finishedCode(
  plan: BundlePlan,
  { metafile, outputFiles }: Bundled,
  options: FinishOptions,
): Promise<Pick<BundledFile, 'code' | 'map'>> {
  const { format, platform, syntax } = plan.target.bundle;
  const textOf = (isMap: boolean): string | undefined => outputFiles.find(({ path }) => path.endsWith('.map') === isMap)?.text;
  const text = textOf(false) ?? '';
  const json = textOf(true);
  const map = json === undefined ? undefined : { raw: parseMap(json), text };
  if (format === 'cjs') return { code: await strict(plan.root, text, metafile), map };
  return platform === 'node' ? withCommonNames({ code: text, map }, { ...options, syntax }) : { code: text, map };
}

interface FinishOptions {
  readonly minify: boolean;
  readonly maps: MapOptions | undefined;
}

function describe({ root, target }: BundlePlan, { metafile, warnings }: Bundled): Omit<BundledFile, 'code' | 'map'> {
  const output = Object.entries(metafile.outputs).find(([path]) => !path.endsWith('.map'))?.[1];
  return {
    bytesByInput: Object.fromEntries(Object.entries(output?.inputs ?? {}).map(([path, { bytesInOutput }]) => [path, bytesInOutput])),
    zodImporters: zodImportersIn(metafile),
    inputs: inputsOf(root, metafile),
    imports: importGraph(root, metafile),
    warnings: bundlerWarnings(root, warnings),
    builtins:
      target.bundle.platform === 'node' ? [] : (output?.imports ?? []).flatMap(({ path }) => (path.startsWith('node:') ? [path] : [])),
  };
}

/**
 * Modules are strict code, and so is the text that they become; the bundler leaves that out. A CommonJS package may count on the other mode,
 * unless each of its files says otherwise.
 */
async function strict(root: string, code: string, { inputs }: Metafile): Promise<string> {
  const common = Object.entries(inputs).flatMap(([path, { format }]) => (format === 'cjs' ? [resolve(root, path)] : []));
  return (await areStrict(common)) ? `"use strict";${code}` : code;
}

async function areStrict(files: readonly string[]): Promise<boolean> {
  for (const file of files) if (!existsSync(file) || !(await isStrictScript(await readSource(file)))) return false;
  return true;
}

const inputsOf = (root: string, { inputs }: Metafile): readonly string[] =>
  Object.keys(inputs).flatMap((path) => (path.startsWith('service-generated:') ? [] : [resolve(root, path)]));

const zodImportersIn = ({ inputs }: Metafile): readonly string[] =>
  Object.entries(inputs)
    .filter(([path, { imports }]) => !isZodFile(path) && imports.some((one) => isZodFile(one.path)))
    .map(([path]) => path);

/** CommonJS has no `import.meta`; these stand for its members. */
const importMeta = { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' };

/** What CommonJS packages find around them, each under a name of our own. An ES module has none of it. */
const names = {
  require: { as: 'service$require', value: "process.getBuiltinModule('node:module').createRequire(import.meta.url)" },
  __filename: { as: 'service$filename', value: "process.getBuiltinModule('node:url').fileURLToPath(import.meta.url)" },
  __dirname: {
    as: 'service$dirname',
    value: "process.getBuiltinModule('node:url').fileURLToPath(new URL('.',import.meta.url)).slice(0,-1)",
  },
};

interface Settings {
  readonly minify: boolean;
  readonly syntax: string;
  readonly maps: MapOptions | undefined;
}

interface MappedCode {
  readonly code: string;
  readonly map?: MapOfText | undefined;
}

/** Replaces them where the text does not declare them itself, and declares what it uses of them. */
export async function withCommonNames({ code, map }: MappedCode, { maps, minify, syntax }: Settings): Promise<MappedCode> {
  const made = await transform(map === undefined ? code : withMap(code, map.raw), {
    minify,
    target: syntax,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'eof',
    define: Object.fromEntries(Object.entries(names).map(([name, { as }]) => [name, as])),
    ...transformMap(maps),
  });
  const used = Object.values(names).filter(({ as }) => made.code.includes(as));
  const declared = `const ${used.map(({ as, value }) => `${as}=${value}`).join(',')};\n${made.code}`;
  return { code: used.length === 0 ? made.code : declared, map: mapOfTransform(made) };
}

/** Options of a step that returns the map beside the code. */
export const transformMap = (maps: MapOptions | undefined): { readonly sourcemap: 'external' | false; readonly sourcesContent?: boolean } =>
  maps === undefined ? { sourcemap: false } : { sourcemap: 'external', sourcesContent: maps.content };

export const mapOfTransform = ({ code, map }: { readonly code: string; readonly map: string }): MapOfText | undefined =>
  map === '' ? undefined : { raw: parseMap(map), text: code };
