import { realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import type { SdkCopy } from './sdk-copy.ts';
import type { MapOptions } from './source-maps.ts';

/**
 * Names of the user's and the plugins' classes are part of what a server says (errors, adapters) and may not depend on minifying. Keeping
 * every name in a bundle would cost 8 % of it and a call for each closure on the hot path, so only their files are compiled with names: all
 * of the project's, and of packages those with classes. A function that keeps its name stays in every bundle, used or not.
 * With `maps`, the result carries a map, which continues that of `contents`.
 */
export async function compileWithNames(path: string, contents: string, { maps, root, tsconfig }: NamesOptions): Promise<string> {
  const mapped = mappedBy(maps);
  const keepNames = path.startsWith(root + sep) && !isPackageFile(path) ? true : /\bclass\b/.test(contents);
  // No tsconfig.json speaks for a package: what it ships is compiled alike in every project.
  if (isPackageFile(path))
    return (await transform(contents, { keepNames, loader: loaderOf(path), sourcefile: basename(path), ...mapped })).code;
  const given: Plugin = {
    name: 'given-text',
    setup: (one) => one.onLoad({ filter: /.*/ }, () => ({ contents, loader: 'default' })),
  };
  // A build of one file, because only a build reads the tsconfig.json that decides how its decorators are compiled. Standard ones are left
  // for the bundler: lowered here, each file would bring the helpers again.
  // Neutral: for a browser, esbuild would put the build's own NODE_ENV in the place of `process.env.NODE_ENV`.
  const options = { bundle: false, keepNames, platform: 'neutral', target: 'esnext', charset: 'utf8', logLevel: 'silent' } as const;
  const settings = tsconfig === undefined ? {} : { tsconfig };
  // Sources of a map are relative to the output.
  const outfile = join(dirname(path), 'compiled.js');
  const result = await build({ ...options, ...settings, ...mapped, entryPoints: [path], outfile, write: false, plugins: [given] });
  return result.outputFiles[0]?.text ?? '';
}

interface NamesOptions {
  /** Folder of the project. */
  readonly root: string;
  /** Absolute path of a tsconfig.json for all files of the project, where the bundler would not find it. */
  readonly tsconfig?: string | undefined;
  readonly maps?: MapOptions | undefined;
}

/** Options of a step of the bundler that continues the map which its input carries. */
export const mappedBy = (maps: MapOptions | undefined): { readonly sourcemap: 'inline' | false; readonly sourcesContent?: boolean } =>
  maps === undefined ? { sourcemap: false } : { sourcemap: 'inline', sourcesContent: maps.content };

const loaderOf = (path: string): 'js' | 'ts' | 'tsx' => (path.endsWith('.tsx') ? 'tsx' : isTypeScriptFile(path) ? 'ts' : 'js');

export const isTypeScriptFile = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

export const isPackageFile = (path: string): boolean => path.includes(`${sep}node_modules${sep}`);

/** True for files of the SDK itself, whose class names are never read. */
export function createSdkTest(sdk: SdkCopy): (path: string) => boolean {
  const homes = [realpathSync(sdk.folder), sdk.runtime.folder];
  return (path) => homes.some((home) => path.startsWith(home + sep));
}
