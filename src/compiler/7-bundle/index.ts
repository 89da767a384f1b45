/* Phase 7: the plan becomes one file in memory, by esbuild or by rollup, with a report of what is in it and why. */
import { gzipSync } from 'node:zlib';
import { defaultNodeVersion, newestNodeVersion } from '@service/sdk/options';
import type { Message } from 'esbuild';
import {
  BundleAssets,
  bundlerFindings,
  createSdkTest,
  findSdkCopy,
  isBundlerFailure,
  type SdkCopy,
  unresolvedImport,
  type UnresolvedImport,
  applyEditsWithMap,
  chainMaps,
  type MapOptions,
  readSource,
  splitMap,
  withMap,
} from '../bundler-plugin/index.ts';
import type { BundledServer, BundlePlan, BundleReport, CompileRequest, FurtherFile } from '../compile-types.ts';
import type { RawMap } from '../model/source-edit.ts';
import { type FurtherBundle, sourceMapKind } from '../target.ts';
import { furtherEntry } from '../model/packaging.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/index.ts';
import { bundleAuthPages } from './auth-pages.ts';
import { bundleWidgets } from './widgets.ts';
import type { BundledAssets, BundledFile } from './bundled-file.ts';
import { collectAssets } from './collect-assets.ts';
import { type BundleInput, bundleWithEsbuild, bundleLocations, importsOfFailed } from './esbuild.ts';
import { heaviestModules, largeImports, packagedLibraries } from './heaviest-modules.ts';
import { attachMap, type FinishedText } from './source-map.ts';
import { packagesOf, zodReport } from './zod-report.ts';
import { isRollupFailure, LostModules, lostFindings, rollupFinding } from './rollup-failure.ts';
import { calledBuiltins, unresolvedFindings, UnresolvedImports } from './unresolved-imports.ts';

export type BundleResult =
  | (BundledServer & {
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
    })
  | { readonly code?: undefined; readonly diagnostics: readonly Diagnostic[] };

export async function bundle(planned: BundlePlan, request: CompileRequest): Promise<BundleResult> {
  const sdk = findSdkCopy();
  const pages = planned.pages.length === 0 ? noPages : await bundleAuthPages(planned, request, sdk);
  if ('diagnostics' in pages) return pages;
  const widgets = planned.widgets.length === 0 ? noPages : await bundleWidgets(planned, request, sdk);
  if ('diagnostics' in widgets) return widgets;
  const plan = { ...planned, generated: { ...planned.generated, ...pages.generated, ...widgets.generated } };
  const kind = sourceMapKind(plan.target, request);
  const maps = kind === 'none' ? undefined : { content: request.build.sourcesContent === true };
  const input = { request, sdk, assets: assetsOf(plan, request), compiled: await compileDecorated(plan, maps), maps };
  try {
    const bundler = request.build.bundler === 'rollup' ? (await import('./rollup.ts')).bundleWithRollup : bundleWithEsbuild;
    const bundled = await bundler(plan, input);
    const named: (readonly [key: string, fileName: string, other: BundledFile])[] = [];
    for (const [key, bundleOf] of Object.entries(plan.target.furtherBundles ?? {})) {
      const other = await bundler(inFormatOf(bundleOf, plan), input, { point: `service:${furtherEntry(key)}`, from: '' });
      named.push([key, bundleOf.fileName(request.name), other]);
    }
    const others = named.map(([, , other]) => other);
    const { assets, diagnostics } = await collectAssets(plan, input, joined([bundled, ...others]));
    if (hasErrors(diagnostics)) return { diagnostics };
    const nodeVersion = newestNodeVersion([request.nodeVersion ?? defaultNodeVersion, ...enginesOf(assets)]);
    const folders = { root: plan.root, sdkFolder: sdk.runtime.folder, kind };
    const { bundle: own } = plan.target;
    const finished = (one: BundledFile, fileName: string) =>
      attachMap(one, withOpening(one, plan, { name: request.name, nodeVersion }), { ...folders, named: own.namesMap && `${fileName}.map` });
    const { code, map } = finished(bundled, own.fileName(request.name));
    const made = { ...bundled, code };
    const further = named.map(([key, fileName, other]): FurtherFile => ({ key, fileName, ...sizedCode(finished(other, fileName)) }));
    const inputs = [...joined([made, ...others]).inputs, ...pages.inputs, ...widgets.inputs, ...assets.inputs];
    const report = await reportOf({ made: { ...made, inputs }, others, assets }, plan, sdk);
    return {
      code,
      map,
      further,
      widgets: request.locatesWidgets === true ? widgets.made : [],
      files: assets.files,
      byPlatform: assets.byPlatform,
      nodeVersion,
      diagnostics: [
        ...diagnostics,
        ...[made, ...others].flatMap(({ warnings }) => warnings),
        ...pages.warnings,
        ...widgets.warnings,
        ...(await largeImports(plan, made)),
        ...(await calledBuiltins(plan, made)),
      ],
      report: { ...report, further: further.map(({ bytes, fileName, gzipBytes }) => ({ path: fileName, bytes, gzipBytes })) },
    };
  } catch (error) {
    if (isBundlerFailure(error)) return { diagnostics: await failureFindings(plan, input, error.errors) };
    if (error instanceof UnresolvedImports) return { diagnostics: await unresolvedFindings(plan, error) };
    if (error instanceof LostModules) return { diagnostics: await lostFindings(plan, error) };
    // rollup's errors have a code, and a plugin where one threw.
    if (error instanceof Error && ('plugin' in error || isRollupFailure(error))) return { diagnostics: [await rollupFinding(plan, error)] };
    throw error;
  }
}

function inFormatOf({ format }: FurtherBundle, { target, ...plan }: BundlePlan): BundlePlan {
  return { ...plan, target: format === undefined ? target : { ...target, bundle: { ...target.bundle, format } } };
}

function addedUp(sizes: readonly (readonly [path: string, bytes: number])[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const [path, bytes] of sizes) sums.set(path, (sums.get(path) ?? 0) + bytes);
  return Object.fromEntries(sums);
}

/** The inputs, their sizes and the imports of all bundles of a target; everything else describes the server's own bundle. */
const joined = ([server, ...others]: readonly [BundledFile, ...BundledFile[]]): BundledFile => ({
  ...server,
  inputs: [...new Set([server, ...others].flatMap(({ inputs }) => inputs))],
  imports: new Map([server, ...others].flatMap(({ imports }) => [...imports])),
  bytesByInput: addedUp([server, ...others].flatMap(({ bytesByInput }) => Object.entries(bytesByInput))),
});

const sizedCode = ({ code, map }: Pick<FurtherFile, 'code' | 'map'>): Omit<FurtherFile, 'key' | 'fileName'> => ({
  code,
  map,
  bytes: Buffer.byteLength(code),
  gzipBytes: gzipSync(code, { level: 9 }).byteLength,
});

/** The platform's first statement, after the directive that must stay in front of it, and what the plan ends with. */
function withOpening(
  { code, map }: BundledFile,
  { ending, target }: BundlePlan,
  told: { readonly name: string; readonly nodeVersion: string },
): FinishedText {
  const opening = target.bundle.opening?.(told.name, told.nodeVersion) ?? '';
  const directive = /^(["'])use strict\1;?\n?/.exec(code)?.[0] ?? '';
  // Unless it was put in front of the bundler's text.
  const moved = map?.text === code ? directive.length : 0;
  return { code: directive + opening + code.slice(directive.length), moved, ending };
}

async function failureFindings(plan: BundlePlan, input: BundleInput, messages: readonly Message[]): Promise<Diagnostic[]> {
  const others: Message[] = [];
  const unresolved: UnresolvedImport[] = [];
  for (const message of messages) {
    const one = unresolvedImport(plan.root, message);
    if (one === undefined) others.push(message);
    else unresolved.push(one);
  }
  const imports = unresolved.length === 0 ? new Map() : await importsOfFailed(plan, input);
  return [...bundlerFindings(plan.root, others), ...(await unresolvedFindings(plan, new UnresolvedImports(unresolved, imports)))];
}

/** What native packages ask of Node: their add-ons load in no older one. */
const enginesOf = ({ packages }: BundledAssets): readonly string[] =>
  packages.flatMap(({ engine, native }) => (native && engine !== undefined ? [engine] : []));

const noPages = { generated: {}, inputs: [], warnings: [], made: [] };

function assetsOf({ root, target }: BundlePlan, { build, name }: CompileRequest): BundleAssets {
  return new BundleAssets({
    root,
    folder: target.bundle.assetFolder(name),
    hasFiles: target.supports.fileSystem,
    patterns: build.assets ?? [],
    copied: build.nativeAddons ?? [],
    followsRequire: build.bundler !== 'rollup',
    except: [bundleLocations],
  });
}

interface Made {
  readonly made: BundledFile;
  /** Bundles beside the server's own. */
  readonly others: readonly BundledFile[];
  readonly assets: BundledAssets;
}

async function reportOf({ assets, made, others }: Made, plan: BundlePlan, sdk: SdkCopy): Promise<Omit<BundleReport, 'further'>> {
  const isSdk = createSdkTest(sdk);
  const sized = assets.files.map(({ contents, path }) => ({ path, bytes: Buffer.byteLength(contents) }));
  // A package that lies inside of another one is counted by itself.
  const ownerOf = (file: string): string | undefined =>
    assets.packages
      .map(({ path }) => path)
      .filter((path) => file.startsWith(`${path}/`))
      .sort((a, b) => b.length - a.length)[0];
  const bytesOf = (path: string): number => sized.reduce((sum, one) => (ownerOf(one.path) === path ? sum + one.bytes : sum), 0);
  return {
    bytes: Buffer.byteLength(made.code),
    gzipBytes: gzipSync(made.code, { level: 9 }).byteLength,
    inputs: made.inputs,
    bundled: Object.keys(made.bytesByInput).filter((path) => made.bytesByInput[path] !== 0),
    packages: packagesOf(made.bytesByInput, { root: plan.root, isSdk }),
    heaviest: heaviestModules(plan, made, sdk.runtime.folder),
    libraries: packagedLibraries({ root: plan.root, bundles: [made, ...others], assets, sdk, isSdk }),
    ...(await zodReport(made, plan, { root: plan.root, isSdk })),
    assets: sized.filter(({ path }) => !path.startsWith('node_modules/')),
    copied: assets.packages.map(({ engine: _engine, path, ...one }) => ({ ...one, bytes: bytesOf(path) })),
    features: [...plan.features, ...plan.revisions].map(({ name, because }) => ({ name, because })),
    builtins: made.builtins.toSorted(),
  };
}

/** Files whose decorators need types (`emitDecoratorMetadata`): JavaScript by absolute path, edits of the plan included. */
async function compileDecorated(
  { edits, typescript: { decorators } }: BundlePlan,
  maps: MapOptions | undefined,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of decorators?.files ?? []) {
    // TypeScript itself lowers these decorators, so all of them stay.
    const own = edits.filter(({ file, kind }) => file === path && kind !== 'plain-decorator');
    texts.set(path, applyEditsWithMap(path, await readSource(path), { edits: own, maps }));
  }
  if (decorators === undefined || maps === undefined) return decorators?.compile(texts) ?? texts;
  const edited = new Map([...texts].map(([path, carrying]) => [path, splitMap(carrying)]));
  const compiled = decorators.compile(new Map([...edited].map(([path, { text }]) => [path, text])), { withMap: true });
  return new Map([...compiled].map(([path, carrying]) => [path, continued(carrying, edited.get(path)?.map)]));
}

/** What TypeScript made of an edited text, with a map that leads to the text before the edits. */
function continued(carrying: string, inner: RawMap | undefined): string {
  const { map, text } = splitMap(carrying);
  return map === undefined || inner === undefined ? carrying : withMap(text, chainMaps(map, inner));
}
