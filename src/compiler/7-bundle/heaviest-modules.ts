import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { chainTo, isPackageFile, locateImport, type SdkCopy } from '../bundler-plugin/index.ts';
import type { BundlePlan, HeavyModule, PackagedLibrary } from '../compile-types.ts';
import type { BundledAssets, BundledFile } from './bundled-file.ts';
import { specifierBetween } from '../../std/paths.ts';
import { diagnose, type Diagnostic, withoutByteOrderMark } from '../diagnostics/index.ts';

const shownModules = 5;
/** Hops of a chain that are shown; longer ones leave out the middle. */
const shownHops = 4;

/** The modules with the most bytes in a bundle, each with the imports that bring it in. */
export function heaviestModules(
  { model, root }: Pick<BundlePlan, 'root' | 'model'>,
  { bytesByInput, imports }: BundledFile,
  sdkFolder: string,
): readonly HeavyModule[] {
  const heaviest = Object.entries(bytesByInput)
    .filter(([path, bytes]) => bytes > 0 && !path.startsWith('service-generated:'))
    .toSorted(([onePath, one], [otherPath, other]) => other - one || (onePath < otherPath ? -1 : 1))
    .slice(0, shownModules);
  const entry = [...imports.keys()].find((path) => /service(?:-generated)?:entry$/.test(path)) ?? model.entry.file;
  return heaviest.map(([path, bytes]) => {
    const file = resolve(root, path);
    const chain = chainTo(entry, (one) => one === file, imports).slice(1, -1);
    // In a checkout the SDK's package only hands modules on.
    const hops = chain.flatMap((one) => shownName(one, { root, sdkFolder }) ?? []);
    return {
      name: shownName(file, { root, sdkFolder }) ?? basename(file),
      bytes,
      importedBy: hops.length === 0 ? ['the entry of the bundle'] : shortened(hops),
    };
  });
}

const shortened = (hops: readonly string[]): readonly string[] =>
  hops.length <= shownHops ? hops : [...hops.slice(0, 2), '…', ...hops.slice(-1)];

/** Without folders of this machine: `@service/sdk/mcp/answer.ts`, `zod/v4/core.js`, `src/main.ts`; undefined for other files. */
function shownName(file: string, { root, sdkFolder }: { readonly root: string; readonly sdkFolder: string }): string | undefined {
  if (!isAbsolute(file)) return file;
  const ofSdk = relative(sdkFolder, file).replaceAll('\\', '/');
  if (!ofSdk.startsWith('..') && !isAbsolute(ofSdk)) return `@service/sdk/${ofSdk}`;
  const path = relative(root, file).replaceAll('\\', '/');
  const inPackage = path.split('node_modules/').at(-1) ?? path;
  return inPackage.startsWith('..') ? undefined : inPackage;
}

/** Bytes of one file of data from which on a bundle is mostly that file. */
const large = 1_000_000;

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** Files of data that the project imports and that make its bundle large; what packages bring is not for its author to change. */
export async function largeImports(
  { model, root, target }: Pick<BundlePlan, 'root' | 'target' | 'model'>,
  { bytesByInput, imports }: BundledFile,
): Promise<Diagnostic[]> {
  const found = Object.entries(bytesByInput)
    // A widget is a document that its own finding speaks of.
    .filter(([path]) => !path.startsWith('service-generated:'))
    .map(([path, bytes]) => ({ file: resolve(root, path), bytes }))
    .filter(({ bytes, file }) => bytes >= large && imports.has(file) && !isScript(file) && !isPackageFile(file));
  return Promise.all(
    found.map(async ({ bytes, file }) => {
      const chain = chainTo(model.entry.file, (one) => one === file, imports);
      const location = await locateImport(root, imports, chain);
      const params = {
        name: basename(file),
        path: specifierBetween(chain.at(-2) ?? file, file),
        megabytes: (bytes / 1e6).toFixed(1),
        hasFiles: target.supports.fileSystem,
      };
      return diagnose('large-import', params, location);
    }),
  );
}

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
  const folderOf = createFolderSearch();
  const folders = new Set([
    ...(files.some(isSdk) ? [sdk.folder] : []),
    ...[...files, ...copied].filter((file) => !isSdk(file) && isPackageFile(file)).flatMap((file) => folderOf(file) ?? []),
  ]);
  const found = new Map([...folders].map(readLibrary).map((one) => [`${one.name}@${one.version}`, one] as const));
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** Finds the folder of a file's package, looking into each folder once: a package.json without a name only sets the kind of its modules. */
function createFolderSearch(): (file: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  const search = (folder: string): string | undefined => {
    const manifest = join(folder, 'package.json');
    if (!isPackageFile(manifest)) return undefined;
    if (!found.has(folder)) found.set(folder, typeof readManifest(folder)['name'] === 'string' ? folder : search(dirname(folder)));
    return found.get(folder);
  };
  return (file) => search(dirname(file));
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
