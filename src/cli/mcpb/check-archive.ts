import { packageOf } from '../../std/paths.ts';
import { posix } from 'node:path';
import { findOutsideImports } from '../../compiler/index.ts';
import { checkManifest } from '../../targets/mcpb/check-manifest.ts';
import { pngProblem } from '../../targets/mcpb/png-problem.ts';
import { type ArchiveEntry, BadArchive, readArchive } from './read-archive.ts';

/** Every fault of an archive, one sentence each; none for one that hosts accept. */
export async function checkArchive(bytes: Buffer): Promise<readonly string[]> {
  try {
    const files = new Map((await readArchive(bytes)).map((entry) => [entry.path, entry]));
    const damaged = [...files.values()].flatMap(damageOf);
    if (damaged.length > 0) return damaged;
    const manifest = readManifest(files);
    const faults = checkManifest(manifest);
    // Only of a manifest in the right form is known what its values mean.
    if (faults.length > 0) return faults.map(({ message, path }) => `manifest.json: ${path === '' ? 'the whole file' : path} ${message}`);
    return [...missingFiles(manifest, files), ...placeholderFaults(manifest), ...(await missingPackages(manifest, files))];
  } catch (error) {
    if (error instanceof BadArchive) return [error.message];
    throw error;
  }
}

type Files = ReadonlyMap<string, ArchiveEntry>;

function damageOf(entry: ArchiveEntry): readonly string[] {
  try {
    entry.read();
    return [];
  } catch (error) {
    if (error instanceof BadArchive) return [error.message];
    throw error;
  }
}

/** Limit of text files in bytes: half a megabyte of archive can hold half a gigabyte of spaces (ZIP bomb). */
const [maxManifestBytes, maxModuleBytes] = [4 * 1024 * 1024, 64 * 1024 * 1024];

function readManifest(files: Files): unknown {
  const entry = files.get('manifest.json');
  if (entry === undefined) throw new BadArchive('The archive holds no manifest.json');
  if (entry.size > maxManifestBytes) throw new BadArchive(`manifest.json has ${entry.size} bytes; at most ${maxManifestBytes} are read`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(entry.read()));
  } catch {
    throw new BadArchive('manifest.json is not valid JSON');
  }
}

const at = (value: unknown, ...keys: readonly string[]): unknown => {
  let inner: unknown = value;
  for (const key of keys)
    inner = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined;
  return inner;
};
const textAt = (value: unknown, ...keys: readonly string[]): string | undefined => {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
};
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];

/** `${__dirname}/…` of the commands of every system, the entry point and the icons. */
function missingFiles(manifest: unknown, files: Files): readonly string[] {
  const icons = at(manifest, 'icons');
  const named = [
    textAt(manifest, 'server', 'entry_point'),
    ...textsIn(at(manifest, 'server', 'mcp_config')).flatMap((text) =>
      text.startsWith('${__dirname}/') ? [text.slice('${__dirname}/'.length)] : [],
    ),
    ...(Array.isArray(icons) ? icons.map((one) => textAt(one, 'src')) : []),
  ].filter((path) => path !== undefined);
  const folders = foldersOf(files);
  // An argument may be a folder.
  const missing = [...new Set(named.map((path) => posix.normalize(path)))].filter(
    (path) => !files.has(path) && !folders.has(path.replace(/\/$/, '')),
  );
  return [...missing.map((path) => `${path} is named by manifest.json and not in the archive`), ...iconFaults(manifest, files)];
}

/** Every folder, once: a search of all files for each name of a long manifest would take minutes. */
function foldersOf(files: Files): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files.keys())
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

function iconFaults(manifest: unknown, files: Files): readonly string[] {
  const icon = textAt(manifest, 'icon');
  if (icon === undefined || /^https?:\/\//.test(icon)) return [];
  const entry = files.get(posix.normalize(icon));
  if (entry === undefined) return [`The icon ${icon} is not in the archive`];
  const problem = pngProblem(entry.read());
  return problem === undefined ? [] : [`The icon ${icon} ${problem}`];
}

const hostNames: ReadonlySet<string> = new Set(['__dirname', 'HOME', 'DESKTOP', 'DOCUMENTS', 'DOWNLOADS', 'pathSeparator', '/']);

function placeholderFaults(manifest: unknown): readonly string[] {
  const asked = at(manifest, 'user_config');
  const names = textsIn(at(manifest, 'server', 'mcp_config')).flatMap((text) =>
    // Each search ends at the next dollar sign: a text of nothing but beginnings would take hours otherwise.
    [...text.matchAll(/\$\{([^}$]*)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].flatMap((name) => {
    const [, key] = /^user_config\.(.+)$/.exec(name) ?? [];
    if (key === undefined) return hostNames.has(name) ? [] : [`manifest.json: no host replaces \${${name}}`];
    return at(asked, key) === undefined ? [`manifest.json: \${${name}} is not declared in user_config`] : [];
  });
}

/** Follows the server's modules inside the archive; what none of its node_modules has would be missing at run time. */
async function missingPackages(manifest: unknown, files: Files): Promise<readonly string[]> {
  const entry = textAt(manifest, 'server', 'entry_point');
  if (textAt(manifest, 'server', 'type') !== 'node' || entry === undefined || !files.has(posix.normalize(entry))) return [];
  const folders = foldersOf(files);
  const missing = new Set<string>();
  const seen = new Set<string>();
  const queue = [posix.normalize(entry)];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const module = files.get(file);
    if (module !== undefined && module.size > maxModuleBytes)
      return [`${file} has ${module.size} bytes; modules of at most ${maxModuleBytes} are read`];
    const code = new TextDecoder().decode(module?.read());
    let imports: readonly string[];
    try {
      imports = await findOutsideImports(code);
    } catch {
      return [`${file} does not parse as JavaScript`];
    }
    for (const name of imports) {
      if (name.startsWith('.')) queue.push(...[name, `${name}.js`, `${name}/index.js`].flatMap((path) => resolveIn(files, file, path)));
      else if (!hasPackage(folders, file, packageOf(name))) missing.add(packageOf(name));
    }
  }
  return [...missing].toSorted().map((name) => `Missing runtime package: ${name}`);
}

function resolveIn(files: Files, from: string, path: string): readonly string[] {
  const found = posix.join(posix.dirname(from), path);
  return files.has(found) && /\.[cm]?js$/.test(found) ? [found] : [];
}

function hasPackage(folders: ReadonlySet<string>, from: string, name: string): boolean {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    if (folders.has(posix.join(folder, 'node_modules', name))) return true;
    if (folder === '.' || folder === '/') return false;
  }
}
