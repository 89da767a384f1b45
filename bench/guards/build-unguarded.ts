import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { folderOfSources } from '../../scripts/testing/declarations.ts';
import { replaced } from './stand-ins.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Builds a project with a compiler and a runtime whose guards are stand-ins. Both are a copy of this checkout: the product has no switch that
 * leaves guards out, and a bench must not be the reason for one.
 * What was built is kept beside what a test run makes of the same sources: to load this compiler for one project takes 14 s of CPU.
 * @param copy an absolute folder that does not exist yet
 */
export async function buildUnguarded(project: string, copy: string): Promise<string> {
  const folder = join(folderOfSources(root), `unguarded-${hashGuards()}`);
  const kept = existsSync(folder) ? folder : keep(dirname(await buildAfresh(project, copy)), folder);
  return join(kept, 'guarded.bundle.js');
}

/** Of the stand-ins, and of the project. */
function hashGuards(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(import.meta.dirname).toSorted()) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Renamed into place: another process that has built the same meets a whole folder. */
function keep(made: string, folder: string): string {
  const copied = `${folder}.${process.pid}`;
  cpSync(made, copied, { recursive: true });
  try {
    renameSync(copied, folder);
  } catch {
    rmSync(copied, { recursive: true });
  }
  return folder;
}

async function buildAfresh(project: string, copy: string): Promise<string> {
  for (const part of ['bin', 'packages', 'src', 'package.json', 'tsconfig.json', 'bench/guards'])
    // The sources of the SDK are a link: as written it leads to those of the copy.
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
  linkModules(copy);
  for (const [module, names] of Object.entries(replaced)) replaceExports(join(copy, 'src/runtime', `${module}.ts`), copy, names);
  const { bundle } = await buildProject(project, [process.execPath, join(copy, 'bin/service.js')], ['--no-check']);
  return bundle;
}

/** The packages of the checkout, with our own from the copy. */
function linkModules(copy: string): void {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@service'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@service') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of ['sdk', 'storage-sqlite']) symlinkSync(join(copy, 'packages', name), join(modules, '@service', name));
}

/** A module's own exports go on; those that are named come from the stand-ins. */
function replaceExports(file: string, copy: string, names: readonly string[]): void {
  const original = file.replace(/\.ts$/, '.original.ts');
  renameSync(file, original);
  const standIns = relative(join(file, '..'), join(copy, 'bench/guards/stand-ins.ts'));
  writeFileSync(file, `export * from './${basename(original)}';\nexport { ${names.join(', ')} } from '${standIns}';\n`);
}
