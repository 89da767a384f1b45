import type { OnLoadResult, PluginBuild, Loader } from 'esbuild';
import { applyEditsTo, readSource } from '../source-maps.ts';
import { packageScripts } from '../file-filters.ts';
import { besidePrefix, type BundleAssets, compiledWasm, loadFromBeside, type OwnLoader } from './bundle-assets.ts';
import { editsInPlace } from './asset-collector.ts';
import { mayNameFiles } from './asset-patterns.ts';
import type { PackageFolders } from './native-package.ts';

/** Endings that become modules by our own loaders. */
export type OwnLoaders = Readonly<Record<string, OwnLoader>>;

export interface LoadedAssets {
  readonly assets: BundleAssets;
  readonly loaders: OwnLoaders;
  /** Folder of the bundle in the output; empty for the bundle itself. */
  readonly from: string;
}

/** Files beside a bundle, as modules. */
export function loadAssets(build: PluginBuild, { assets, from, loaders }: LoadedAssets): void {
  build.onResolve({ filter: /^service-beside:/ }, ({ path }) => ({
    path: assets.specifierOf(path.slice(besidePrefix.length), from),
    external: true,
  }));
  build.onLoad({ filter: endings(loaders) }, ({ path }): OnLoadResult | undefined => {
    const loader = loaderOf(path, loaders);
    if (loader === undefined) return undefined;
    if (assets.hasFiles) return { contents: assets.standIn(path, loader, from).contents, loader: 'js' };
    if (loader === 'wasm') {
      assets.collector.addFile(path);
      return { contents: `export { default } from ${JSON.stringify(besidePrefix + path)};`, loader: 'js' };
    }
    return { errors: [{ text: assets.refusal(path, loader) }] };
  });
}

export interface AssetsInPlace {
  readonly loaders: OwnLoaders;
  readonly folders: PackageFolders;
}

/** The same while the definitions are evaluated, where files are read from the project. */
export function loadAssetsInPlace(build: PluginBuild, { folders, loaders }: AssetsInPlace): void {
  build.onResolve({ filter: /^service-beside:/ }, ({ path }) => ({ path: path.slice(besidePrefix.length), external: true }));
  build.onLoad({ filter: endings(loaders) }, ({ path }) => {
    const loader = loaderOf(path, loaders);
    if (loader === undefined) return undefined;
    if (loader === 'addon') return { contents: `module.exports = require(${JSON.stringify(besidePrefix + path)});`, loader: 'js' };
    const contents = loader === 'wasm' ? compiledWasm(JSON.stringify(path)) : `export default ${JSON.stringify(path)};`;
    return { contents, loader: 'js' };
  });
  build.onLoad({ filter: packageScripts }, async ({ path }) => {
    const one = folders.of(path);
    if (one !== undefined && folders.isNative(one)) return { contents: loadFromBeside(path, one).contents, loader: 'js' };
    const text = await readSource(path);
    return mayNameFiles(text) ? { contents: applyEditsTo(text, await editsInPlace(path, text)), loader: 'default' } : undefined;
  });
}

const loaderOf = (path: string, loaders: OwnLoaders): OwnLoader | undefined => {
  const ending = Object.keys(loaders).find((one) => path.endsWith(one));
  return ending === undefined ? undefined : loaders[ending];
};

const endings = (loaders: OwnLoaders): RegExp =>
  new RegExp(
    `(?:${Object.keys(loaders)
      .map((ending) => ending.replaceAll('.', '\\.'))
      .join('|')})$`,
  );

/** `build.loader` by what carries it out. */
export interface LoaderTables {
  readonly bundler: Readonly<Record<string, Loader>>;
  readonly own: Readonly<Record<string, OwnLoader>>;
}

/** What an import of a file with this ending is, unless the project says otherwise. */
const standard: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['.md', '.markdown', '.txt', '.sql', '.html', '.htm', '.graphql', '.gql', '.csv'].map((ending) => [ending, 'text']),
  ),
  '.json': 'json',
  '.wasm': 'wasm',
  '.node': 'addon',
};

const ownLoaders: readonly string[] = ['file', 'wasm', 'addon'] satisfies readonly OwnLoader[];

export function loaderTables(chosen: Readonly<Record<string, string>> = {}): LoaderTables {
  const all = Object.entries({ ...standard, ...chosen });
  return {
    // The config's own check allows no other names.
    bundler: Object.fromEntries(all.map(([ending, name]) => [ending, (ownLoaders.includes(name) ? 'empty' : name) as Loader])),
    own: Object.fromEntries(all.filter(([, name]) => ownLoaders.includes(name)).map(([ending, name]) => [ending, name as OwnLoader])),
  };
}
