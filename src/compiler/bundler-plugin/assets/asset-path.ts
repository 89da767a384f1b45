import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { memberOf } from '@service/sdk/internal';
import { isWithin } from '../../../std/real-paths.ts';
import { withoutByteOrderMark } from '../../diagnostics/index.ts';
import { isPackageFile } from '../keep-names.ts';
import { isPackageName } from './native-package.ts';

/**
 * The path of a file beside a bundle: its path in the project, below `folder`, so that relative paths between files still work. A file of a package
 * outside of the project stands by the name and version of that package: where it is installed differs between machines.
 */
export function assetPath(root: string, folder: string, file: string): string {
  const home = isWithin(root, file) ? undefined : packageAround(root, file);
  if (home !== undefined) return [folder, '_', home.name, ...relative(home.folder, file).split(sep)].join('/');
  const parts = relative(root, file).split(/[\\/]/);
  return [folder, ...parts.map((part) => (part === '..' ? '_' : part.replace(/^([a-zA-Z]):$/, '$1')))].join('/');
}

/** The folder of an installed package, by one of its files. */
export function packageOf(file: string): string {
  const at = file.lastIndexOf(`${sep}node_modules${sep}`);
  const [scope = '', name = ''] = file.slice(at + `${sep}node_modules${sep}`.length).split(sep);
  return join(file.slice(0, at), 'node_modules', scope.startsWith('@') ? join(scope, name) : scope);
}

interface PackageAround {
  readonly folder: string;
  readonly name: string;
}

/** An installed package, or one that a link leads to; not a folder that holds the project too, as files of a repository lie the same on every machine. */
function packageAround(root: string, file: string): PackageAround | undefined {
  if (isPackageFile(file)) {
    const folder = packageOf(file);
    const installed = folder.slice(folder.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules${sep}`.length);
    return { folder, name: versioned(installed.replaceAll(sep, '/'), readManifest(folder)) };
  }
  for (let folder = dirname(file); !isWithin(folder, root) && folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(folder);
    const name = memberOf(manifest, 'name');
    // A name of a stranger becomes a path.
    if (isPackageName(name)) return { folder, name: versioned(name, manifest) };
  }
  return undefined;
}

/** Two versions of a package may be in one bundle. */
function versioned(name: string, manifest: unknown): string {
  const version = memberOf(manifest, 'version');
  return typeof version === 'string' && /^[\w.+-]+$/.test(version) ? `${name}@${version}` : name;
}

function readManifest(folder: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(readFileSync(join(folder, 'package.json'), 'utf8')));
  } catch {
    return undefined; // no file, or one that npm would not take
  }
}
