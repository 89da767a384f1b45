import { pathToFileURL } from 'node:url';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { isReallyWithin, realPath } from '../../../std/real-paths.ts';
import { isPackageFile } from '../keep-names.ts';
import { isScript, isSecretFile, matchesPattern, scriptPath } from './asset-patterns.ts';
import { assetPath, packageOf } from './asset-path.ts';
import type { ComputedReference, FileReference, LocationUse, ModuleFiles } from './module-files.ts';
import type { SourceEdit } from '../../model/source-edit.ts';

/** Something about a file that a build cannot take along. */
export interface AssetProblem {
  readonly kind: 'missing' | 'computed' | 'secret' | 'outside' | 'no-files';
  /** Absolute path of the module, and where in it. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** The file that is meant, as the module names it. */
  readonly named: string;
}

export interface AssetSettings {
  readonly root: string;
  /** Folder beside the bundle, without a slash. */
  readonly folder: string;
  /** False where a bundle has no files beside it. */
  readonly hasFiles: boolean;
  /** `build.assets`. */
  readonly patterns: readonly string[];
}

/** At most so many files of a folder that a module names as a whole. */
const maxFolderFiles = 5000;

/** What one module needs beside the bundle. */
interface Noted {
  /** Absolute source by path in the output. */
  readonly files: Map<string, string>;
  /** Scripts that are started from their file, by their path beside the bundle. */
  readonly scripts: Map<string, string>;
  /** Folders that were listed: a new file in one changes the build. */
  readonly folders: Set<string>;
  readonly problems: AssetProblem[];
}

const createNoted = (): Noted => ({ files: new Map(), scripts: new Map(), folders: new Set(), problems: [] });

/** The files that have to lie beside a bundle, found while its modules are read. */
export class AssetCollector {
  readonly #settings: AssetSettings;
  /** By module; what no module names has an empty name. */
  readonly #noted = new Map([['', createNoted()]]);
  #current = createNoted();

  constructor(settings: AssetSettings) {
    this.#settings = settings;
  }

  pathOf(file: string): string {
    return assetPath(this.#settings.root, this.#settings.folder, file);
  }

  /** The needs of a bundle's modules: the bundler also reads modules that it then drops. */
  of(modules: readonly string[]): Noted {
    const all = createNoted();
    for (const module of ['', ...modules]) {
      const { files, folders, problems, scripts } = this.#noted.get(module) ?? createNoted();
      for (const [to, source] of files) all.files.set(to, source);
      for (const [to, source] of scripts) all.scripts.set(to, source);
      for (const folder of folders) all.folders.add(folder);
      all.problems.push(...problems);
    }
    return all;
  }

  /** Takes a file along that was asked for by itself. */
  addFile(path: string): string {
    const to = this.pathOf(path);
    this.#noted.get('')?.files.set(to, path);
    return to;
  }

  /** Notes what a module names. Returns the references whose text has to name another file: a script that is compiled. */
  note(file: string, { computed, names, references, uses }: ModuleFiles): { readonly reference: FileReference; readonly path: string }[] {
    const isOwn = !isPackageFile(file);
    this.#current = createNoted();
    this.#noted.set(file, this.#current);
    if (!this.#settings.hasFiles) {
      if (isOwn) this.#refuseAll(file, { computed, references, uses });
      return [];
    }
    for (const one of computed) this.#addComputed(file, one, isOwn);
    if (!isOwn) for (const name of names) this.#addNamed(file, name);
    return references.flatMap((reference) => {
      const path = this.#addReference(file, reference, isOwn);
      return path === undefined ? [] : [{ reference, path }];
    });
  }

  /** The path in the output when it is not that of the file. */
  #addReference(file: string, { end, path, start, use }: FileReference, isOwn: boolean): string | undefined {
    const found = statOf(path);
    if (found === undefined) {
      const source = isScript(path) ? sourceOf(path) : undefined;
      if (source !== undefined) return this.#addScript(source);
      if (isOwn) this.#current.problems.push({ kind: 'missing', file, start, end, named: path });
      return undefined;
    }
    if (found.isDirectory()) {
      if (isOwn || isInPackage(file, path)) this.#addFolder(path);
      return undefined;
    }
    if (!isOwn && !isOfPackages(file, path)) {
      this.#current.problems.push({ kind: 'outside', file, start, end, named: path });
      return undefined;
    }
    if (isSecretFile(path)) {
      this.#current.problems.push({ kind: 'secret', file, start, end, named: path });
      return undefined;
    }
    if (isScript(path) && use !== 'read') return this.#addScript(path);
    this.#take(path);
    return undefined;
  }

  #take(path: string): void {
    this.#current.files.set(this.pathOf(path), path);
  }

  #addScript(source: string): string | undefined {
    const plain = this.pathOf(source);
    const to = scriptPath(plain);
    this.#current.scripts.set(to, source);
    return to === plain ? undefined : to;
  }

  #addFolder(folder: string, accept: (path: string) => boolean = () => true): number {
    let taken = 0;
    const walk = (at: string): void => {
      this.#current.folders.add(at);
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.name === 'node_modules' || entry.name === '.git' || isSecretFile(path) || taken >= maxFolderFiles) continue;
        if (entry.isDirectory()) walk(path);
        else if (statOf(path)?.isFile() === true && accept(path)) {
          this.#take(path);
          taken += 1;
        }
      }
    };
    walk(folder);
    return taken;
  }

  #addComputed(file: string, { end, isOpened, parts, start }: ComputedReference, isOwn: boolean): void {
    const [head = '', ...rest] = parts;
    const folder = head.endsWith(sep) ? resolve(head) : dirname(head);
    const isAround = file.startsWith(folder + sep);
    // Nothing but the folder of the module is known: what it will ask for may be anything.
    const known = head.slice(folder.length + 1) + rest.join('');
    if (statOf(folder)?.isDirectory() === true && (!isAround || known !== '')) {
      if (!isOwn && !isInPackage(file, folder)) return;
      const taken = this.#addFolder(folder, (path) => matchesPattern(path, parts) && (!isScript(path) || known.includes('.')));
      if (taken > 0) return;
    }
    if (!isOwn || !isOpened || this.#settings.patterns.length > 0) return;
    this.#current.problems.push({ kind: 'computed', file, start, end, named: folder });
  }

  /** A package that knows its folder, and has the name of a file of it: most likely it will read it from there. */
  #addNamed(file: string, name: string): void {
    const path = join(dirname(file), name);
    if (isScript(path) || name === 'package.json' || statOf(path)?.isFile() !== true || isSecretFile(path) || !isOfPackages(file, path))
      return;
    this.#take(path);
  }

  #refuseAll(file: string, { computed, references, uses }: Pick<ModuleFiles, 'computed' | 'references' | 'uses'>): void {
    const locations = [
      ...references.map(({ path, ...span }) => ({ ...span, named: path })),
      ...computed.map((one) => ({ ...one, named: '' })),
    ];
    const alone = uses
      .filter(({ of }) => of !== 'url')
      .filter((use) => !locations.some(({ start, end }) => start <= use.start && use.end <= end));
    for (const { start, end, named } of [...locations, ...alone.map((use) => ({ ...use, named: '' }))])
      this.#current.problems.push({ kind: 'no-files', file, start, end, named });
  }
}

const statOf = (path: string): ReturnType<typeof statSync> => statSync(path, { throwIfNoEntry: false });

/** `./worker.js` of a project in TypeScript means `./worker.ts`. */
function sourceOf(path: string): string | undefined {
  const candidates = [path.replace(/\.js$/, '.ts'), path.replace(/\.mjs$/, '.mts'), path.replace(/\.cjs$/, '.cts')];
  return candidates.find((one) => one !== path && existsSync(one));
}

/** A package takes its own folders along, not those of its neighbours. */
const isInPackage = (file: string, folder: string): boolean => folder.startsWith(packageOf(file) + sep);

/** A stranger's package must not take private files of this machine into a bundle, by a path or by a symlink. */
const isOfPackages = (file: string, path: string): boolean => isReallyWithin(packageOf(file), path) || isPackageFile(realPath(path));

/** The functions that stand for a module's location in a bundle; see `locations.ts`. */
const locate = (kind: 'url' | 'path', path: string): string => `service$${kind}(${JSON.stringify(path)})`;

const located = (kind: FileReference['kind'], path: string): string =>
  kind === 'url-object' ? `new URL(${locate('url', path)})` : locate(kind, path);

interface BundleContext {
  readonly collector: AssetCollector;
  /** Folder of the bundle in the output; empty for the bundle itself. */
  readonly from: string;
  /** The bundler follows `require`. */
  readonly followsRequire: boolean;
}

/** Edits by which a module finds its files beside the bundle, wherever that is moved to. */
export function editsForBundle(file: string, found: ModuleFiles, { collector, followsRequire, from }: BundleContext): SourceEdit[] {
  const edits: SourceEdit[] = [];
  const edit = (start: number, end: number, text: string): void => void edits.push({ file, start, end, kind: 'file-location', text });
  const here = (path: string): string => posix.relative(from, path);
  const moved = collector.note(file, found);
  for (const { path, reference } of moved) edit(reference.start, reference.end, located(reference.kind, here(path)));
  const own = collector.pathOf(file);
  for (const use of found.uses) {
    if (moved.some(({ reference }) => reference.start <= use.start && use.end <= reference.end)) continue;
    const text = use.of === 'url' ? locate('url', here(own)) : locate('path', here(use.of === 'file' ? own : posix.dirname(own)));
    edit(use.start, use.end, withKey(use, text));
  }
  if (followsRequire) for (const { becomes, end, start } of found.requires) edit(start, end, becomes);
  return edits;
}

/** For evaluation, which runs where the sources are: each module is where its file is. */
export async function editsInPlace(file: string, text: string): Promise<SourceEdit[]> {
  const { readModuleFiles } = await import('./module-files.ts');
  const values = { url: pathToFileURL(file).href, file, folder: dirname(file) };
  return readModuleFiles(file, text).uses.map((use) => {
    const replaced = withKey(use, JSON.stringify(values[use.of]));
    return { file, start: use.start, end: use.end, kind: 'file-location' as const, text: replaced };
  });
}

const withKey = ({ shorthand }: LocationUse, text: string): string => (shorthand === undefined ? text : `${shorthand}: ${text}`);
