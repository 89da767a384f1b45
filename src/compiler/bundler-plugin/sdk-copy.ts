/*
 * Which copy of @service/sdk ends in a bundle: always the compiler's own, for every importer. Two copies would be two metadata
 * registries and therefore an empty server.
 */
import { memberOf } from '@service/sdk/internal';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageName } from '../../std/paths.ts';

export interface SdkCopy {
  /** Absolute folder of the package. */
  readonly folder: string;
  readonly version: string;
  /** Folder of its single modules: sources in a checkout, compiled files in a package. */
  readonly runtime: { readonly folder: string; readonly ending: '.ts' | '.js' };
}

/** Export condition of packages that ship their sources: what the compiler reads is what it bundles. In a checkout the SDK has it too. */
export const sourceCondition = 'service-source';

/** The copy that belongs to this compiler. Throws when the compiler is installed without it. */
export function findSdkCopy(): SdkCopy {
  const own = nearestSdk(dirname(fileURLToPath(import.meta.url)));
  if (own === undefined) throw new Error('@service/sdk is not installed beside the compiler. Reinstall @service/cli.');
  const real = realpathSync(own.folder);
  return existsSync(join(own.folder, 'src', 'index.ts'))
    ? { ...own, runtime: { folder: join(real, '..', '..', 'src', 'runtime'), ending: '.ts' } }
    : { ...own, runtime: { folder: join(real, 'dist'), ending: '.js' } };
}

/** Another version of the SDK in the user's project; undefined when it is the compiler's version or not installed. */
export function findForeignSdk(root: string, own: SdkCopy): { readonly folder: string; readonly version: string } | undefined {
  const found = nearestSdk(root);
  return found === undefined || found.version === own.version ? undefined : found;
}

/** A package among those of the files that finds another version of the SDK than the compiler's; undefined where all find this one. */
export function findForeignSdkOfPackages(
  files: Iterable<string>,
  own: SdkCopy,
): { readonly by: string; readonly version: string } | undefined {
  const seen = new Set<string>(['@service/sdk']);
  for (const file of files) {
    const by = packageName(file);
    const folder = by === undefined ? undefined : file.slice(0, file.lastIndexOf(`/node_modules/${by}/`) + `/node_modules/${by}`.length);
    if (by === undefined || folder === undefined || seen.has(by) || seen.has(folder)) continue;
    seen.add(folder);
    const found = findForeignSdk(folder, own);
    if (found !== undefined) return { by, version: found.version };
  }
  return undefined;
}

/** Source files of the compiler in a checkout, which are inputs of a build: there the compiler changes without a new version. Empty when installed. */
export function compilerSources(): string[] {
  if (findSdkCopy().runtime.ending === '.js') return [];
  const source = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
  const files = ['compiler', 'targets'].flatMap((folder) => readdirSync(join(source, folder), { recursive: true, withFileTypes: true }));
  return files.filter((file) => file.isFile() && !file.name.endsWith('.test.ts')).map((file) => join(file.parentPath, file.name));
}

function nearestSdk(from: string): { folder: string; version: string } | undefined {
  const top = parse(from).root;
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', '@service/sdk');
    const manifest = join(candidate, 'package.json');
    if (existsSync(manifest)) return { folder: candidate, version: readVersion(manifest) };
    if (folder === top) return undefined;
  }
}

function readVersion(manifest: string): string {
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  const version = memberOf(parsed, 'version');
  return typeof version === 'string' ? version : 'unknown';
}
