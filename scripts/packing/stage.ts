import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { ts } from 'ts-morph';
import { buildPage } from '../../src/page/build-page.ts';
import { runProgram } from '../testing/run-program.ts';
import { bundleModules } from './bundle-modules.ts';
import { hasPage, writePageScripts } from './page-scripts.ts';
import { publishedManifest, type Manifest } from './published-manifest.ts';
import { vendor } from './vendor.ts';
import { withoutWorkingTags } from './working-tags.ts';

export interface StagedPackage {
  readonly name: string;
  readonly version: string;
  /** Folder that holds exactly what is published. */
  readonly folder: string;
}

const builtFolders = new Set(['node_modules', 'dist', '.service']);

/** What `$schema` of a service.config.json names. */
const configSchema = 'service.config.schema.json';

/** `src/runtime` compiled file by file into `<stage>/sdk/dist`. */
export async function stageSdk(root: string, stage: string): Promise<StagedPackage> {
  const folder = join(stage, 'sdk');
  await compile(root, { project: join(stage, 'tsconfig.sdk.json'), source: join(root, 'src/runtime'), out: join(folder, 'dist') });
  // Declarations without a module: the compiler takes no copy of them.
  cpSync(join(root, 'src/runtime/assets.d.ts'), join(folder, 'dist/assets.d.ts'));
  return finish(root, folder, {
    manifest: join(root, 'packages/sdk/package.json'),
    files: ['dist'],
    readme: join(root, 'packages/sdk/README.md'),
  });
}

/** Folders of `src` that the package of the command line is made of. */
const cliFolders = ['cli', 'compiler', 'config', 'escape', 'migrate', 'std', 'targets'] as const;

/**
 * The command line and the compiler. The sources are copied beside a `node_modules` that holds the staged SDK, so that they are compiled
 * against the very package that users install and no declaration mentions a source path.
 */
export async function stageCli(root: string, stage: string): Promise<StagedPackage> {
  const source = join(stage, 'cli-source');
  for (const name of cliFolders) {
    cpSync(join(root, 'src', name), join(source, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  }
  mkdirSync(join(stage, 'node_modules/@service'), { recursive: true });
  symlinkSync(join(stage, 'sdk'), join(stage, 'node_modules/@service/sdk'), 'dir');
  const folder = join(stage, 'cli');
  await compile(root, { project: join(stage, 'tsconfig.cli.json'), source, out: join(folder, 'dist') });
  keepPublicDeclarations(join(folder, 'dist'));
  await bundleModules(join(folder, 'dist'));
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  copyData(join(root, 'src'), join(folder, 'dist'));
  writeLibrary(join(folder, 'dist/compiler/1-load/library'));
  mkdirSync(join(folder, 'dist/page'));
  writeFileSync(join(folder, 'dist/page/page.json'), JSON.stringify(await buildPage()));
  cpSync(join(root, configSchema), join(folder, configSchema));
  return finish(root, folder, {
    manifest: join(root, 'package.json'),
    files: ['bin', 'dist', configSchema],
    readme: join(root, 'README.md'),
  });
}

/** A package beside the SDK, compiled against the staged one; after {@link stageCli}, which puts that where imports find it. */
export async function stageSatellite(root: string, stage: string, name: string): Promise<StagedPackage> {
  const source = join(stage, `${name}-source`);
  cpSync(join(root, 'packages', name, 'src'), source, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  const folder = join(stage, name);
  await compile(root, { project: join(stage, `tsconfig.${name}.json`), source, out: join(folder, 'dist') });
  const manifest = join(root, 'packages', name, 'package.json');
  const { files = [], vendoredDependencies = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  // The compiler reads a plugin or an adapter as it reads the project that lists it.
  const shipsSources = files.includes('src');
  if (shipsSources) cpSync(source, join(folder, 'src'), { recursive: true });
  await vendor(root, folder, vendoredDependencies);
  if (hasPage(root, name)) await writePageScripts(root, name, join(folder, 'dist'));
  // Packages that are staged later may import it.
  symlinkSync(folder, join(stage, 'node_modules/@service', name), 'dir');
  return finish(root, folder, {
    manifest,
    files: shipsSources ? ['dist', 'src'] : ['dist'],
    readme: join(root, 'packages', name, 'README.md'),
  });
}

async function compile(root: string, job: { project: string; source: string; out: string }): Promise<void> {
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // Neatness is judged by `npm run check`; a package is refused only for what is wrong.
      noUnusedLocals: false,
      noUnusedParameters: false,
      declaration: true,
      removeComments: false,
      customConditions: [],
      rootDir: job.source,
      outDir: job.out,
    },
    include: [`${job.source}/**/*.ts`],
    exclude: [`${job.source}/**/*.test.ts`, `${job.source}/**/*.types.ts`],
  };
  writeFileSync(job.project, JSON.stringify(options, null, 2));
  const run = await runProgram(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', job.project], { cwd: root });
  if (run.code !== 0) throw new Error(`packing: tsc failed on ${job.source}\n${run.stdout}${run.stderr}`);
  for (const path of readdirSync(job.out, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.d.ts')) rewriteDeclaration(join(job.out, path));
  }
}

/** tsc rewrites `./x.ts` to `./x.js` in JavaScript but not in declarations, where other tools then look for a missing source file. */
function rewriteDeclaration(file: string): void {
  let text = readFileSync(file, 'utf8');
  for (const { fileName, pos } of ts.preProcessFile(text, true, true).importedFiles.toReversed()) {
    // `pos` is the opening quote.
    const end = pos + 1 + fileName.length;
    if (fileName.startsWith('.') && fileName.endsWith('.ts')) text = `${text.slice(0, end - 2)}js${text.slice(end)}`;
  }
  writeFileSync(file, withoutWorkingTags(text));
}

/** Only `@service/cli/config` has types for users, and config imports nothing but itself and the SDK (the border check holds it to that). */
function keepPublicDeclarations(dist: string): void {
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.d.ts') && !path.startsWith('config')) rmSync(join(dist, path));
  }
}

/** Templates and other data files that the code reads from beside itself. */
function copyData(from: string, to: string): void {
  cpSync(join(from, 'templates'), join(to, 'templates'), { recursive: true, filter: (path) => !builtFolders.has(basename(path)) });
  cpSync(join(from, 'migrate/support'), join(to, 'migrate/support'), { recursive: true });
  for (const name of cliFolders) {
    for (const path of readdirSync(join(from, name), { recursive: true, encoding: 'utf8' })) {
      if (/\.(json|txt|html|css|md)$/.test(path)) cpSync(join(from, name, path), join(to, name, path));
    }
  }
}

/** The declarations of JavaScript's own library: text inside of ts-morph, of which the packed compiler loads TypeScript alone. */
function writeLibrary(folder: string): void {
  const fromTsMorph = createRequire(createRequire(import.meta.url).resolve('ts-morph'));
  const { getLibFiles } = fromTsMorph('@ts-morph/common') as {
    readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[];
  };
  mkdirSync(folder, { recursive: true });
  for (const { fileName, text } of getLibFiles()) writeFileSync(join(folder, fileName), text);
}

function finish(root: string, folder: string, parts: { manifest: string; files: readonly string[]; readme: string }): StagedPackage {
  const manifest = publishedManifest(JSON.parse(readFileSync(parts.manifest, 'utf8')) as Manifest, parts.files);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of [parts.readme, join(root, 'LICENSE')]) if (existsSync(file)) cpSync(file, join(folder, basename(file)));
  return { name: manifest.name, version: manifest.version, folder };
}
