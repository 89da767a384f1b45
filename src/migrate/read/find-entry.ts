import { relativePosix } from '../../std/paths.ts';
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
  if (statSync(real).isFile()) return { ...packageOf(dirname(real)), entry: real };
  const { manifest, root } = packageOf(real);
  const entry = candidates(manifest)
    .map((name) => join(real, name))
    .find((file) => existsSync(file) && statSync(file).isFile());
  if (entry !== undefined) return { root: relativePosix(root, real).startsWith('..') ? real : root, manifest, entry: realpathSync(entry) };
  throw new MigrationError('migrate-no-server', [
    {
      file: 'package.json',
      line: 1,
      message: 'Names no `bin` or `main` that exists, and there is no src/index.ts, index.ts or index.js',
      hint: 'Name the file that makes the server instead of its folder',
    },
  ]);
}

/** The nearest package; a file without one stands for itself. */
function packageOf(folder: string): Omit<FoundSource, 'entry'> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'package.json');
    // Packages keep a package.json that only says `type` beside their builds.
    const manifest = existsSync(file) && statSync(file).isFile() ? readManifest(file) : undefined;
    if (manifest?.name !== undefined) return { root: at, manifest };
    if (dirname(at) === at) return { root: folder, manifest: {} };
  }
}

function readManifest(file: string): Manifest {
  try {
    const parsed: unknown = JSON.parse(readText(file));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
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
