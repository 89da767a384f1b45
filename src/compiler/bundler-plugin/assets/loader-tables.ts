import type { Loader } from 'esbuild';
import type { OwnLoader } from './bundle-assets.ts';

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
