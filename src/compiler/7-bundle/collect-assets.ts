import { readFileSync, statSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import {
  type BundleAssets,
  type CopiedPackages,
  copyPackages,
  isForOther,
  listAssets,
  type PackageFolder,
} from '../bundler-plugin/index.ts';
import type { BundlePlan, CompileRequest } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { OutputFile } from '../target.ts';
import { copyFinding, isUnbuiltOption, packageFinding, platformsOf, problemFinding, wasDropped } from './asset-findings.ts';
import type { BundledAssets, BundledFile, CopiedPackage } from './bundled-file.ts';
import { type BundleInput, bundleWithEsbuild } from './esbuild.ts';

interface Collected {
  readonly assets: BundledAssets;
  readonly diagnostics: readonly Diagnostic[];
}

/** The files that a bundle needs beside it: named by its modules or by `build.assets`, scripts of threads, packages that stay whole. */
export async function collectAssets(plan: BundlePlan, input: BundleInput, made: BundledFile): Promise<Collected> {
  const { assets, request } = input;
  const scripts = new Map<string, OutputFile>();
  const keptOf = ({ bytesByInput }: BundledFile): string[] =>
    Object.entries(bytesByInput).flatMap(([path, bytes]) => (bytes === 0 ? [] : [resolve(plan.root, path)]));
  const modules = new Set(made.inputs);
  const listed = listAssets(plan.root, request.build.assets ?? []);
  if (assets.hasFiles) for (const file of listed.files) assets.collector.addFile(file);
  const imports = new Map(made.imports);
  const inCode = new Set(keptOf(made));
  for (let noted = assets.collector.of([...modules]); ; noted = assets.collector.of([...modules])) {
    const next = [...noted.scripts].filter(([path]) => !scripts.has(path));
    if (next.length === 0) break;
    for (const [path, source] of next) {
      const script = await bundleWithEsbuild(plan, input, { point: source, from: posix.dirname(path) });
      scripts.set(path, { path, contents: script.code });
      for (const one of script.inputs) modules.add(one);
      for (const one of keptOf(script)) inCode.add(one);
      for (const [module, its] of script.imports) imports.set(module, its);
    }
  }
  const noted = assets.collector.of([...modules]);
  const files = [...noted.files].filter(([path]) => !scripts.has(path)).map(([path, source]) => copyOf(path, source));
  const unknown = assets.addPackages();
  const beside = [...assets.beside.values()].filter((one) => !isUnbuiltOption(one, assets, imports));
  const needed = beside.filter((one) => !wasDropped(one, { modules, inCode }));
  const platforms = platformsOf(plan, request);
  const perPlatform = platforms.map((platform) => ({ platform, copied: copyFor(platform, { assets, beside, request }) }));
  const copied = perPlatform[0]?.copied ?? (assets.hasFiles ? copyPackages(beside, assets.folders) : undefined);
  const packages = (copied?.packages ?? []).map((one) => copiedPackage(one, assets));
  const plain = [...files, ...scripts.values()];
  const filesWith = (one: typeof copied): OutputFile[] => [...plain, ...copiesOf(one)];
  const found = [
    ...noted.problems.filter(({ named }) => !listed.files.includes(named)).map((problem) => problemFinding(plan, problem)),
    ...listed.unmatched.map((pattern) => diagnose('asset-unmatched', { pattern })),
    ...unknown.map((name) => diagnose('package-not-installed', { name })),
    ...(assets.hasFiles || listed.files.length === 0 ? [] : [diagnose('assets-without-effect', { target: plan.target.name })]),
    ...(await Promise.all(needed.map((one) => packageFinding(plan, { one, assets, imports, request })))).flat(),
    // The last: those above look at packages too.
    ...assets.folders.problems.map((problem) => copyFinding(plan, problem)),
  ];
  return {
    diagnostics: found,
    assets: {
      files: filesWith(copied),
      ...(perPlatform.length === 0
        ? {}
        : { byPlatform: perPlatform.map(({ platform, copied: its }) => ({ platform, files: filesWith(its) })) }),
      inputs: [
        ...modules,
        ...noted.files.values(),
        ...noted.folders,
        ...listed.folders,
        ...[copied, ...perPlatform.map((one) => one.copied)].flatMap((one) => [...(one?.files.values() ?? [])]),
      ],
      packages,
    },
  };
}

function copiedPackage({ one, path }: CopiedPackages['packages'][number], { folders }: BundleAssets): CopiedPackage {
  const { name, manifest, version } = one;
  const engine = manifest.engines?.node;
  return { name, version, path, native: folders.isNative(one), engine };
}

interface PlatformCopy {
  readonly assets: BundleAssets;
  readonly beside: readonly PackageFolder[];
  readonly request: CompileRequest;
}

/** Packages as one platform loads them: from the folder for it where they are there, without add-ons for others. */
function copyFor(platform: string, { assets, beside, request }: PlatformCopy): CopiedPackages {
  const roots = beside.map((one) => assets.folders.for(one, platform, request.packaging?.nativePackages));
  return copyPackages(roots, assets.folders, (one, file) => isForOther(one, file, platform));
}

const copiesOf = (one: CopiedPackages | undefined): OutputFile[] => [...(one?.files ?? [])].map(([path, source]) => copyOf(path, source));

function copyOf(path: string, source: string): OutputFile {
  // A program that a package starts stays one that can be started.
  const mode = (statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755;
  return { path, contents: readFileSync(source), mode };
}
