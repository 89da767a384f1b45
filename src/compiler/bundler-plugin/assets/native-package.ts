import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { isReallyWithin } from '../../../std/real-paths.ts';
import { withoutByteOrderMark } from '../../diagnostics/index.ts';
import { isPackageFile } from '../keep-names.ts';
import { isPackageName } from './package-name.ts';

export interface PackageFolder {
  readonly name: string;
  readonly version: string;
  /** Absolute, with links resolved. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly gypfile?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Why a package is not copied. */
export type PackageProblem =
  | { readonly kind: 'outside'; readonly name: string; readonly file: string; readonly target: string }
  | { readonly kind: 'name'; readonly name: string; readonly file: string; readonly member: string };

/** Packages that do nothing but find the add-on of another one. */
const addonLoaders = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'pkg-prebuilds',
  'prebuild-install',
];

/** Facts about the packages that a bundle reaches, cached per package. */
export class PackageFolders {
  readonly #byFolder = new Map<string, PackageFolder | undefined>();
  readonly #native = new Map<string, boolean>();
  readonly #problems = new Map<string, PackageProblem>();

  get problems(): readonly PackageProblem[] {
    return [...this.#problems.values()];
  }

  note(problem: PackageProblem): void {
    this.#problems.set(JSON.stringify(problem), problem);
  }

  /** Notes a file that is not really below its package's folder. */
  holds({ folder, name }: Pick<PackageFolder, 'folder' | 'name'>, file: string): boolean {
    if (isReallyWithin(folder, file)) return true;
    this.note({ kind: 'outside', name, file, target: realpathSync(file) });
    return false;
  }

  /** The package that a file below `node_modules` belongs to. */
  of(file: string): PackageFolder | undefined {
    const at = file.lastIndexOf(`${sep}node_modules${sep}`);
    if (at === -1) return undefined;
    const start = at + `${sep}node_modules${sep}`.length;
    const [first = '', second = ''] = file.slice(start).split(sep);
    return this.at(join(file.slice(0, start), first, first.startsWith('@') ? second : ''));
  }

  at(folder: string): PackageFolder | undefined {
    const known = this.#byFolder.get(folder);
    if (known !== undefined || this.#byFolder.has(folder)) return known;
    const found = readPackage(folder);
    this.#byFolder.set(folder, found);
    return found;
  }

  /** A package that a dependent finds below `node_modules`; undefined where it is not installed. */
  from(dependent: string, name: string): PackageFolder | undefined {
    if (!isPackageName(name)) return undefined;
    const folders = createRequire(join(dependent, 'package.json')).resolve.paths(name) ?? [];
    const home = folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
    const folder = home === undefined ? undefined : realpathSync(home);
    const found = folder === undefined ? undefined : this.at(folder);
    if (home === undefined || folder === undefined || found?.name === name || isPackageFile(folder)) return found;
    // A link to a package of the same workspace has its name; another one leads to any folder.
    this.note({ kind: 'outside', name, file: home, target: folder });
    return undefined;
  }

  /** It loads an add-on of its own: from its folder, or from a package for the platform. */
  isNative(one: PackageFolder): boolean {
    const known = this.#native.get(one.folder);
    if (known !== undefined) return known;
    const { dependencies = {}, gypfile, optionalDependencies = {} } = one.manifest;
    const native =
      gypfile === true ||
      existsSync(join(one.folder, 'binding.gyp')) ||
      addonLoaders.some((name) => dependencies[name] !== undefined) ||
      holdsAddon(one.folder) ||
      Object.keys(optionalDependencies).some((name) => isForPlatform(name) && this.#hasAddon(one, name));
    this.#native.set(one.folder, native && !addonLoaders.includes(one.name));
    return native && !addonLoaders.includes(one.name);
  }

  /** Add-ons for a platform, here this one, that it would load; none where they were never built. */
  addonsOf(one: PackageFolder, platform = thisPlatform): string[] {
    const { dependencies = {}, optionalDependencies = {} } = one.manifest;
    const others = Object.keys({ ...dependencies, ...optionalDependencies }).filter(isForPlatform);
    const homes = [one, ...others.flatMap((name) => this.from(one.folder, name) ?? [])];
    return homes.flatMap(({ folder }) => addonsIn(folder)).filter((file) => isFor(file, platform));
  }

  /** The package for a platform: from `<folder>/<platform>/node_modules` where it is there, else the installed one. */
  for(one: PackageFolder, platform: string, folder?: string): PackageFolder {
    if (folder === undefined || !isPackageName(one.name)) return one;
    const home = join(folder, platform, 'node_modules', one.name);
    if (!existsSync(home) || !this.holds({ folder, name: one.name }, home)) return one;
    return this.at(realpathSync(home)) ?? one;
  }

  hasNative(): boolean {
    return [...this.#native.values()].includes(true);
  }

  /** Native packages that were asked about and have no add-on for this platform. */
  unbuilt(): PackageFolder[] {
    return [...this.#native].flatMap(([folder, native]) => {
      const one = native ? this.at(folder) : undefined;
      return one === undefined || this.addonsOf(one).length > 0 ? [] : [one];
    });
  }

  #hasAddon(one: PackageFolder, name: string): boolean {
    const other = this.from(one.folder, name);
    return other !== undefined && addonsIn(other.folder).length > 0;
  }
}

/** `@img/sharp-linux-x64`, `bcrypt-win32-ia32-msvc`. */
const isForPlatform = (name: string): boolean => /(?:^|[-/])(?:linux|linuxmusl|darwin|win32|freebsd|android)(?:[-/]|$)/.test(name);

function readPackage(folder: string): PackageFolder | undefined {
  try {
    // npm wrote or checked it, and every field is looked at before it is used.
    const manifest = JSON.parse(withoutByteOrderMark(readFileSync(join(folder, 'package.json'), 'utf8'))) as PackageManifest;
    const name: unknown = manifest.name;
    return { name: typeof name === 'string' ? name : folder, version: manifest.version ?? 'unknown', folder, manifest };
  } catch {
    return undefined;
  }
}

/** Where add-ons lie: built here, brought for several platforms, or beside the manifest. */
const addonFolders = ['', 'build/Release', 'build', 'prebuilds', 'lib/binding', 'bin', 'lib', 'dist', 'native'];

const holdsAddon = (folder: string): boolean => addonsIn(folder).length > 0;

function addonsIn(folder: string): string[] {
  return addonFolders.flatMap((name) => {
    const home = join(folder, name);
    if (!existsSync(home) || !statSync(home).isDirectory()) return [];
    const deep = name === 'prebuilds' || name === 'lib/binding';
    return readdirSync(home, { recursive: deep, encoding: 'utf8' })
      .filter((file) => file.endsWith('.node'))
      .map((file) => join(home, file));
  });
}

/** `linux-x64`. */
export const thisPlatform = `${process.platform}-${process.arch}`;

/** Whether a file of a package is left out where only one platform is served: an add-on, or anything of a package, for another one. */
export const isForOther = (one: PackageFolder, file: string, platform: string): boolean =>
  (file.endsWith('.node') && !isFor(file, platform)) || (isForPlatform(one.name) && !isFor(one.name, platform));

/** A folder or file named for another system or processor is not for this one. */
function isFor(file: string, platform: string): boolean {
  const [system = '', processor = ''] = platform.split('-');
  const text = file.slice(file.lastIndexOf(`${sep}node_modules${sep}`));
  const systems = ['linux', 'darwin', 'win32', 'freebsd', 'android'].filter((name) => text.includes(name));
  const processors = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64'].filter((name) => text.includes(name));
  return (systems.length === 0 || systems.includes(system)) && (processors.length === 0 || processors.includes(processor));
}
