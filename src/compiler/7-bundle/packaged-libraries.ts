import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PackagedLibrary } from '../compile-types.ts';
import { withoutByteOrderMark } from '../diagnostics/index.ts';
import { isPackageFile, type SdkCopy } from '../bundler-plugin/index.ts';
import type { BundledAssets, BundledFile } from './bundled-file.ts';

interface Bundled {
  readonly root: string;
  readonly bundles: readonly Pick<BundledFile, 'bytesByInput'>[];
  readonly assets: Pick<BundledAssets, 'packages' | 'inputs'>;
  readonly sdk: SdkCopy;
  readonly isSdk: (path: string) => boolean;
}

/** Every package of which something is in the output, by name and version: for the bill of materials and the licences. */
export function packagedLibraries({ assets, bundles, isSdk, root, sdk }: Bundled): readonly PackagedLibrary[] {
  const files = bundles
    .flatMap(({ bytesByInput }) => Object.entries(bytesByInput))
    .filter(([path, bytes]) => bytes > 0 && !path.startsWith('service-generated:'))
    .map(([path]) => resolve(root, path));
  const copied = assets.packages.length === 0 ? [] : assets.inputs.filter(isPackageFile);
  const folders = new Set([
    ...(files.some(isSdk) ? [sdk.folder] : []),
    ...[...files, ...copied].filter((file) => !isSdk(file) && isPackageFile(file)).flatMap((file) => folderOf(file) ?? []),
  ]);
  const found = new Map([...folders].map(readLibrary).map((one) => [`${one.name}@${one.version}`, one] as const));
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** The folder of the package: a package.json without a name only sets the kind of its modules. */
function folderOf(file: string): string | undefined {
  for (let folder = dirname(file); isPackageFile(join(folder, 'package.json')); folder = dirname(folder))
    if (typeof readManifest(folder)['name'] === 'string') return folder;
  return undefined;
}

function readLibrary(folder: string): PackagedLibrary {
  const { license, name, version } = readManifest(folder);
  const text = readdirSync(folder)
    .filter((one) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(one))
    .toSorted()
    .map((one) => readFileSync(join(folder, one), 'utf8').replaceAll('\r\n', '\n').trim());
  return {
    name: typeof name === 'string' ? name : 'unknown',
    version: typeof version === 'string' ? version : 'unknown',
    ...(typeof license === 'string' ? { license } : {}),
    texts: text,
  };
}

function readManifest(folder: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(withoutByteOrderMark(readFileSync(join(folder, 'package.json'), 'utf8')));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
