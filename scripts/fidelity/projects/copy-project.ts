import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FidelityProject } from '../project.ts';

export const repository = resolve(import.meta.dirname, '../../..');
const packages = join(repository, 'node_modules');

type Place = Pick<FidelityProject, 'root' | 'remove'>;

/** What builds leave in a project. */
const left = new Set(['dist', '.service', 'node_modules', 'wrangler.toml']);

function makeFolder(name: string): Place {
  const root = mkdtempSync(join(tmpdir(), `fidelity-${name}-`));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** A copy of a project of the repository, with the repository's packages. */
export function copyProject(folder: string, name: string): Place {
  const place = makeFolder(name);
  const from = join(repository, folder);
  for (const file of readdirSync(from)) if (!left.has(file)) cpSync(join(from, file), join(place.root, file), { recursive: true });
  symlinkSync(packages, join(place.root, 'node_modules'));
  // What a file leads to outside of its folder is still where it was.
  const tsconfig = join(place.root, 'tsconfig.json');
  writeFileSync(tsconfig, readFileSync(tsconfig, 'utf8').replaceAll('"../../', `"${repository}/`));
  return place;
}

/** A project of these files, by path. Files below `node_modules` are packages of its own, beside those of the repository. */
export function writeProject(name: string, files: Readonly<Record<string, string>>): Place {
  const place = makeFolder(name);
  const modules = join(place.root, 'node_modules');
  mkdirSync(modules);
  for (const one of ['@service', 'zod', '@types']) symlinkSync(join(packages, one), join(modules, one));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true });
    writeFileSync(join(place.root, path), text);
  }
  return place;
}
