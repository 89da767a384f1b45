import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stageCli, stageSatellite, stageSdk, type StagedPackage } from './packing/stage.ts';
import { runProgram } from './testing/run-program.ts';
import { createHash } from 'node:crypto';

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the tarball. */
  readonly file: string;
}

const inputs = [
  'package.json',
  'tsconfig.json',
  'LICENSE',
  'service.config.schema.json',
  'bin',
  'src',
  'packages',
  'scripts/pack.ts',
  'scripts/packing',
];
const root = resolve(import.meta.dirname, '..');

/**
 * Packs every package as users install them and copies the tarballs to `outDir`. The same sources are compiled once:
 * results are kept below `.service/pack/<hash of the inputs>`.
 */
export async function packAll(outDir: string): Promise<PackedPackage[]> {
  const kept = join(root, '.service/pack', inputHash(root, inputs).slice(0, 24));
  if (!existsSync(join(kept, 'packed.json'))) await buildOnce(kept);
  mkdirSync(outDir, { recursive: true });
  const rows = JSON.parse(readFileSync(join(kept, 'packed.json'), 'utf8')) as PackedPackage[];
  return rows.map((row) => {
    const file = join(resolve(outDir), row.file);
    // Renamed into place: what another process installs from here is a whole file.
    cpSync(join(kept, row.file), `${file}.${process.pid}`);
    renameSync(`${file}.${process.pid}`, file);
    return { ...row, file };
  });
}

/** Folders that this process is building. */
const building = new Map<string, Promise<void>>();

/** Sections of a test run ask at the same time. */
function buildOnce(kept: string): Promise<void> {
  const running = building.get(kept) ?? build(kept).finally(() => building.delete(kept));
  building.set(kept, running);
  return running;
}

/** Builds beside the final folder and moves it there in one step, so that two test processes never see a half-written one. */
async function build(kept: string): Promise<void> {
  const stage = join(root, '.service/pack', `building-${process.pid}`);
  try {
    await packFresh(join(stage, 'tarballs'), join(stage, 'stage'));
    forgetOlder();
    if (!existsSync(kept)) renameSync(join(stage, 'tarballs'), kept);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Compiles and packs without looking at earlier results: tarballs and `packed.json` go to `outDir`; `stage` must lie in the repository. */
export async function packFresh(outDir: string, stage: string): Promise<void> {
  for (const folder of [outDir, stage]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const rows: PackedPackage[] = [];
  const first = [await stageSdk(root, stage), await stageCli(root, stage)];
  for (const name of [
    'adapters',
    'edge',
    'plugin-approval',
    'plugin-cache',
    'plugin-codecall',
    'plugin-dashboard',
    'plugin-feature-flags',
    'plugin-remember',
    'plugin-webmcp',
    'plugins',
    'react',
    'storage-sqlite',
    'testing',
    'ui',
  ])
    first.push(await stageSatellite(root, stage, name));
  for (const staged of first) {
    rows.push({ name: staged.name, version: staged.version, file: await tarball(staged, outDir) });
  }
  writeFileSync(join(outDir, 'packed.json'), JSON.stringify(rows));
}

async function tarball(staged: StagedPackage, into: string): Promise<string> {
  const run = await runProgram('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], { cwd: staged.folder });
  if (run.code !== 0) throw new Error(`npm pack failed for ${staged.name}\n${run.stderr}`);
  return `${staged.name.replace('@', '').replace('/', '-')}-${staged.version}.tgz`;
}

/** Keeps the five newest results; an older one is in no other process's hands any more. */
function forgetOlder(): void {
  const folder = join(root, '.service/pack');
  const results = readdirSync(folder)
    .filter((name) => !name.startsWith('building-'))
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
  for (const { path } of results.toSorted((a, b) => b.time - a.time).slice(5)) rmSync(path, { recursive: true, force: true });
}

const skipped = new Set(['node_modules', 'dist', '.service']);

/** SHA-256 over the names and bytes of every file below the given paths; tests are left out, as they are of the packages. */
function inputHash(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) if (!skipped.has(name)) add(`${path}/${name}`);
      return;
    }
    if (path.endsWith('.test.ts') && !path.startsWith('src/templates/')) return;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'dist/packages', ...more] = process.argv.slice(2);
  const usage = 'node --import tsx scripts/pack.ts [<folder>]: packs every package into the folder (dist/packages without one)';
  if (folder === '--help') console.log(usage);
  else if (folder.startsWith('-') || more.length > 0) {
    console.error(usage);
    process.exitCode = 2;
  } else for (const { name, version, file } of await packAll(folder)) console.log(`${name}@${version} ${file}`);
}
