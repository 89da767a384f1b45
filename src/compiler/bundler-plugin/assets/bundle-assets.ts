import { extname, posix } from 'node:path';
import { createRequire, isBuiltin } from 'node:module';
import { readFileSync } from 'node:fs';
import { toPosix } from '../../../std/paths.ts';
import type { SourceEdit } from '../../model/source-edit.ts';
import { AssetCollector, type AssetSettings, editsForBundle } from './asset-collector.ts';
import { mayNameFiles } from './asset-patterns.ts';
import { type PackageFolder, PackageFolders } from './native-package.ts';

/** How a file becomes a module; esbuild knows the others by itself. */
export type OwnLoader = 'file' | 'wasm' | 'addon';

/** Text of a module that stands for a file. */
export interface StandIn {
  readonly contents: string;
  readonly format: 'esm' | 'cjs';
}

/** `service-beside:<absolute path>`: a file that is loaded from beside the bundle when it runs. */
export const besidePrefix = 'service-beside:';

export interface BundleAssetsSettings extends AssetSettings {
  /** Packages that are copied though they are not native. */
  readonly copied: readonly string[];
  /** The bundler follows `require`. */
  readonly followsRequire: boolean;
  /** Our own modules for file locations, which are never edited. */
  readonly except: readonly string[];
}

/** The files beside one bundle, which the scripts of its threads share. */
export class BundleAssets {
  readonly collector: AssetCollector;
  readonly folders = new PackageFolders();
  /** Packages that modules of the bundle load from beside it, by their folder. */
  readonly beside = new Map<string, PackageFolder>();
  readonly #settings: BundleAssetsSettings;

  constructor(settings: BundleAssetsSettings) {
    this.#settings = settings;
    this.collector = new AssetCollector(settings);
  }

  get hasFiles(): boolean {
    return this.#settings.hasFiles;
  }

  /** @param from folder of the bundle in the output; empty for the bundle itself */
  async editsOf(file: string, text: string, from = ''): Promise<SourceEdit[]> {
    if (!mayNameFiles(text) || this.#settings.except.includes(file)) return [];
    // Loaded on demand, because it loads TypeScript's parser.
    const { readModuleFiles } = await import('./module-files.ts');
    const found = readModuleFiles(file, text);
    if (!this.#settings.followsRequire) for (const { specifier } of found.requires) this.#takeRequired(file, specifier);
    const edits = editsForBundle(file, found, { collector: this.collector, from, followsRequire: this.#settings.followsRequire });
    return this.hasFiles ? edits : [];
  }

  /** A package that requires by computed names means those of its peers that the project has installed. */
  async notePeers(file: string, text: string): Promise<void> {
    const one = this.hasFiles && text.includes('require(') ? this.folders.of(file) : undefined;
    const named = Object.keys(one?.manifest.peerDependencies ?? {}).filter(
      (name) => text.includes(`"${name}"`) || text.includes(`'${name}'`),
    );
    if (one === undefined || named.length === 0) return;
    const { requiresComputed } = await import('./module-files.ts');
    if (!requiresComputed(file, text)) return;
    for (const name of named) {
      const peer = this.folders.from(one.folder, name);
      if (peer !== undefined) this.beside.set(peer.folder, peer);
    }
  }

  /** Packages that the config names, for any importer. */
  addPackages(): string[] {
    return this.#settings.copied.filter((name) => {
      const one = this.hasFiles ? this.folders.from(this.#settings.root, name) : undefined;
      if (one !== undefined) this.beside.set(one.folder, one);
      return this.hasFiles && one === undefined;
    });
  }

  /** Takes along what Node will require at run time, from beside the bundle. */
  #takeRequired(file: string, specifier: string | undefined): void {
    if (specifier === undefined || isBuiltin(specifier)) return;
    const path = createRequire(file).resolve(specifier);
    const one = this.folders.of(path);
    if (one === undefined || specifier.startsWith('.')) this.collector.addFile(path);
    else this.beside.set(one.folder, one);
  }

  /** The package of a module when it stays outside of the bundle. */
  packageBeside(file: string): PackageFolder | undefined {
    const one = this.folders.of(file);
    if (one === undefined) return undefined;
    const needsRequire = !this.#settings.followsRequire && this.hasFiles && !isEsModule(file, one.manifest, 'by-text');
    if (!this.#settings.copied.includes(one.name) && !needsRequire && !this.folders.isNative(one)) return undefined;
    this.beside.set(one.folder, one);
    return one;
  }

  /** A module that only `require` can load, in a bundle that can neither follow it nor leave it beside. */
  async isLost(file: string, text: string): Promise<boolean> {
    const one = this.hasFiles || this.#settings.followsRequire || !text.includes('require(') ? undefined : this.folders.of(file);
    if (one === undefined || isEsModule(file, one.manifest, 'by-text')) return false;
    const { callsRequire } = await import('./module-files.ts');
    return callsRequire(file, text);
  }

  /** The replacement of a module when its package stays outside the bundle. */
  standInOfPackage(file: string): StandIn | undefined {
    const one = this.packageBeside(file);
    if (one === undefined) return undefined;
    return this.hasFiles ? loadFromBeside(file, one) : { contents: 'module.exports = {};', format: 'cjs' };
  }

  /** Why a file cannot be a module where there are no files. */
  refusal(file: string, loader: OwnLoader): string {
    return `${file}: ${loader === 'addon' ? 'a native add-on cannot be loaded' : 'a file has no path'} on this target`;
  }

  /** @param from folder of the bundle in the output */
  standIn(file: string, loader: OwnLoader, from = ''): StandIn {
    const path = JSON.stringify(posix.relative(from, this.collector.addFile(file)));
    if (loader === 'file') return { contents: `export default service$path(${path});`, format: 'esm' };
    if (loader === 'wasm') return { contents: compiledWasm(`service$path(${path})`), format: 'esm' };
    return { contents: `module.exports = require(${JSON.stringify(besidePrefix + file)});`, format: 'cjs' };
  }

  /** Where a bundle finds a file that lies beside it. */
  specifierOf(file: string, from = ''): string {
    const one = this.folders.of(file);
    const isCopied = one !== undefined && this.beside.has(one.folder);
    const path = isCopied ? posix.join('node_modules', one.name, toPosix(file.slice(one.folder.length + 1))) : this.collector.pathOf(file);
    const relative = posix.relative(from, path);
    return relative.startsWith('.') ? relative : `./${relative}`;
  }
}

/** A module of WebAssembly, as worker platforms give it. */
export const compiledWasm = (path: string): string =>
  `import { readFileSync } from 'node:fs';
export default /* @__PURE__ */ new WebAssembly.Module(/* @__PURE__ */ readFileSync(${path}));`;

/** A module that is another one, which Node loads. */
export function loadFromBeside(file: string, { manifest }: PackageFolder): StandIn {
  const name = JSON.stringify(besidePrefix + file);
  if (!isEsModule(file, manifest)) return { contents: `module.exports = require(${name});`, format: 'cjs' };
  const text = readFileSync(file, 'utf8');
  const hasDefault = text.includes('export default') || /\bas default\b/.test(text);
  // `require` of an ES module gives its exports as they are; an import of it would take them for those of a CommonJS module.
  const given = hasDefault ? `\nconst beside = require(${name});\nexport default beside.default;` : '';
  return { contents: `export * from ${name};${given}`, format: 'esm' };
}

/** Bundlers take a module for what its text says; Node goes by its name and its manifest. */
function isEsModule(file: string, manifest: object, how: 'by-name' | 'by-text' = 'by-name'): boolean {
  if (extname(file) !== '.js') return extname(file) !== '.cjs';
  if ('type' in manifest && manifest.type === 'module') return true;
  return how === 'by-text' && /^\s*(?:import|export)\b/m.test(readFileSync(file, 'utf8'));
}
