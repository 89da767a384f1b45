import { readdirSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { PackageFolder, PackageFolders } from './native-package.ts';
import { isPackageName } from './package-name.ts';

/** A package that is copied beside the bundle with all that it needs. */
export interface CopiedPackages {
  /** Absolute source by path in the output. */
  readonly files: ReadonlyMap<string, string>;
  readonly packages: readonly { readonly path: string; readonly one: PackageFolder }[];
}

/** Sources of add-ons, declarations, documentation and tests: nothing that a program loads. */
const leftOut =
  /\.(?:c|cc|cpp|cxx|h|hh|hpp|gyp|gypi|o|a|obj|lib|pdb|map|md|markdown|ts|mts|cts|tsbuildinfo|mk|tar\.gz|tgz)$|^(?:\.git.*|\.npmignore|\.eslintrc.*|\.travis\.yml|Makefile)$/i;
const leftOutFolders = new Set(['node_modules', '.git', '.github', '__tests__', 'obj.target', '.deps']);
const leftOutAtTop = new Set(['test', 'tests', 'docs', 'example', 'examples', 'deps']);

const dependencyMembers = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

/**
 * Copies packages with their dependencies to `node_modules` of the output, each version where its dependents find it.
 * @param leavesOut files that what the output runs on does not load
 */
export function copyPackages(
  roots: readonly PackageFolder[],
  folders: PackageFolders,
  leavesOut: (one: PackageFolder, file: string) => boolean = () => false,
): CopiedPackages {
  const files = new Map<string, string>();
  const taken = new Map<string, PackageFolder>();
  const packages: { path: string; one: PackageFolder }[] = [];

  const isNamed = (name: string, one: PackageFolder, member: string): boolean => {
    const isName = isPackageName(name);
    if (!isName) folders.note({ kind: 'name', name, file: join(one.folder, 'package.json'), member });
    return isName;
  };
  const location = (one: PackageFolder, parents: readonly string[]): void => {
    if (!isNamed(one.name, one, 'name')) return;
    // As Node looks for it: from the dependent outwards. The outermost free place serves the most.
    const visible = parents.map((parent) => posix.join(parent, 'node_modules', one.name));
    const found = visible.findIndex((path) => taken.has(path));
    if (taken.get(visible[found] ?? '')?.folder === one.folder) return;
    // The outermost free place serves the most dependents.
    const path = found === -1 ? visible.at(-1) : visible[found - 1];
    if (path === undefined) return;
    taken.set(path, one);
    packages.push({ path, one });
    for (const [name, file] of filesOf(one.folder))
      if (!leavesOut(one, file) && folders.holds(one, file)) files.set(posix.join(path, name), file);
    for (const member of dependencyMembers)
      for (const name of Object.keys(one.manifest[member] ?? {})) {
        const other = isNamed(name, one, member) ? folders.from(one.folder, name) : undefined;
        if (other !== undefined && other.name !== '@service/sdk') location(other, [path, ...parents]);
      }
  };
  for (const one of roots) location(one, ['']);
  return { files, packages };
}

function filesOf(folder: string): [string, string][] {
  const found: [string, string][] = [];
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (!leftOutFolders.has(entry.name) && !(at === folder && leftOutAtTop.has(entry.name))) walk(path);
      } else if (!leftOut.test(entry.name) && statSync(path, { throwIfNoEntry: false })?.isFile() === true)
        found.push([
          path
            .slice(folder.length + 1)
            .split(sep)
            .join('/'),
          path,
        ]);
    }
  };
  walk(folder);
  return found;
}
