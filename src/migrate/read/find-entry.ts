import { isJsonObject, jsonObjectMember, type JsonObject } from '@service/sdk/model';
import { isWithin } from '../../std/real-paths.ts';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MigrationError } from '../findings.ts';
import { readText } from './source-module.ts';

export interface FoundSource {
  /** Folder that no import may leave: the package, or the folder of a lone file. */
  readonly root: string;
  readonly entry: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly main?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Where the sources of a server begin.
 * @param path a file, or a folder with a package.json
 * @throws {MigrationError} when the folder names no file that could be it
 */
export function findEntry(path: string): FoundSource {
  const real = realpathSync(path);
  if (statSync(real).isFile()) return { ...packageAround(dirname(real)), entry: real };
  // The folder that was named is all that was: a package above it is another one.
  const manifest = manifestIn(real) ?? {};
  const name = candidates(manifest).find((one) => existsSync(join(real, one)) && statSync(join(real, one)).isFile());
  if (name !== undefined) {
    const found = { root: real, manifest, entry: realpathSync(join(real, name)) };
    if (isWithin(real, found.entry)) return found;
    throw outside(join(real, 'package.json'), name);
  }
  throw new MigrationError('migrate-no-server', [
    {
      file: 'package.json',
      line: 1,
      message: 'Names no `bin` or `main` that exists, and there is no src/index.ts, index.ts or index.js',
      hint: 'Name the file that makes the server instead of its folder',
    },
  ]);
}

/** A package of a stranger must not make this machine's files sources, and the paths of what is written follow theirs. */
const outside = (manifestFile: string, name: string): MigrationError => {
  const lines = existsSync(manifestFile) ? readText(manifestFile).split('\n') : [];
  const written = lines.findIndex((line) => line.includes(JSON.stringify(name).slice(1, -1)));
  return new MigrationError('migrate-outside', [
    {
      file: written < 0 ? name : 'package.json',
      line: Math.max(1, written + 1),
      message: `Names the file '${name}', which lies outside the package`,
      hint: 'Name a file inside the package, symlinks included, or migrate the folder that holds both',
    },
  ]);
};

/** The package that a file lies in, with a name or without; a file without one stands for itself. */
function packageAround(folder: string): Omit<FoundSource, 'entry'> {
  for (let at = folder; ; at = dirname(at)) {
    const manifest = manifestIn(at);
    // Packages keep a package.json that only says `type` beside their builds.
    if (manifest !== undefined && !saysTypeAlone(at)) return { root: at, manifest };
    if (dirname(at) === at) return { root: folder, manifest: {} };
  }
}

function manifestIn(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json');
  return existsSync(file) && statSync(file).isFile() ? readManifest(file) : undefined;
}

function saysTypeAlone(folder: string): boolean {
  const value = readJson(join(folder, 'package.json'));
  return isJsonObject(value) && Object.keys(value).join() === 'type';
}

/** Members of another type than npm's are as good as absent. */
function readManifest(file: string): Manifest {
  const value = readJson(file);
  if (!isJsonObject(value)) return {};
  const { bin } = value;
  return {
    ...textsIn(value, ['name', 'version', 'main']),
    ...(typeof bin === 'string' ? { bin } : { bin: textsIn(jsonObjectMember(value, 'bin')) }),
    dependencies: textsIn(jsonObjectMember(value, 'dependencies')),
    devDependencies: textsIn(jsonObjectMember(value, 'devDependencies')),
    peerDependencies: textsIn(jsonObjectMember(value, 'peerDependencies')),
  };
}

const textsIn = (value: JsonObject, names: readonly string[] = Object.keys(value)): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = value[name];
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    throw new MigrationError('migrate-unreadable', [
      { file, line: 1, message: `Is not JSON: ${String(error)}`, hint: 'Correct it, then migrate again' },
    ]);
  }
}

/** Sources before what was built of them. */
function candidates({ bin, main }: Manifest): readonly string[] {
  const named = [...(typeof bin === 'string' ? [bin] : Object.values(bin ?? {})), ...(main === undefined ? [] : [main])];
  const sources = named.map((name) => name.replace(/^(?:\.\/)?(?:dist|build|lib|out)\//, 'src/').replace(/\.[cm]?js$/, '.ts'));
  return [
    ...sources,
    ...named,
    'src/index.ts',
    'src/server.ts',
    'src/main.ts',
    'index.ts',
    'server.ts',
    'src/index.js',
    'index.js',
    'server.js',
    'dist/index.js',
  ];
}
