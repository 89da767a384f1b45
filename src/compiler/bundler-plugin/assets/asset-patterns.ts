import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

/** True when the path begins and ends like the parts and holds those between them, with at most one name in each gap. */
export function matchesPattern(path: string, [head = '', ...rest]: readonly string[]): boolean {
  if (!path.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of rest.entries()) {
    const found = index === rest.length - 1 ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return at === path.length || rest.length === 0;
}

/** What `build.assets` names: `**` stands for folders, `*` for a part of a name, `?` for a letter; a folder stands for all in it. */
export function listAssets(
  root: string,
  patterns: readonly string[],
): { readonly files: string[]; readonly folders: string[]; readonly unmatched: string[] } {
  const files = new Set<string>();
  const folders = new Set<string>();
  const unmatched: string[] = [];
  for (const pattern of patterns) {
    const base = resolve(root, fixedFolder(pattern));
    const whole = globOf(join(root, pattern));
    const found = walk(base, folders).filter(
      (file) => whole.test(file) || file.startsWith(resolve(root, pattern) + sep) || file === resolve(root, pattern),
    );
    if (found.length === 0) unmatched.push(pattern);
    // A secret is taken along only by its own name.
    for (const file of found) if (!isSecretFile(file) || file === resolve(root, pattern)) files.add(file);
  }
  return { files: [...files].sort(), folders: [...folders], unmatched };
}

/** The folders of a pattern that hold no sign. */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => /[*?]/.test(part));
  return first === -1 ? pattern : parts.slice(0, first).join('/') || '.';
}

function walk(at: string, folders: Set<string>): string[] {
  const stat = statSync(at, { throwIfNoEntry: false });
  if (stat?.isFile() === true) return [at];
  if (stat?.isDirectory() !== true) return [];
  folders.add(at);
  return readdirSync(at, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .flatMap((entry) => {
      const path = join(at, entry.name);
      // A link to a folder may lead back to where it is.
      if (entry.isSymbolicLink()) return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? [path] : [];
      return walk(path, folders);
    });
}

function globOf(pattern: string): RegExp {
  const text = relative('/', pattern)
    .split(sep)
    .map((part) =>
      part === '**'
        ? '**'
        : part
            .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
            .replaceAll('*', '[^/]*')
            .replaceAll('?', '[^/]'),
    )
    .join('/')
    .replaceAll('**/', '(?:[^/]+/)*')
    .replaceAll('/**', '/.+');
  return new RegExp(`^/${text}$`);
}

/** Scripts of threads and child processes are bundled as CommonJS. */
export const scriptPath = (path: string): string => path.replace(/\.(?:[cm]?tsx?|mjs|jsx)$/, '.js');

/** Files that hold secrets, which must not be copied with a bundle by accident. */
const secretFile = /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|ed25519|ecdsa)|.+\.(?:pem|key|p12|pfx|keystore|jks))$/i;

export const isSecretFile = (file: string): boolean =>
  secretFile.test(basename(file)) && !/^\.env\.(?:example|sample|template)$/i.test(basename(file));

export const isScript = (file: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);

/** A quick test: a module without any of these cannot name files beside itself. */
export const mayNameFiles = (text: string): boolean =>
  text.includes('import.meta') || text.includes('__dirname') || text.includes('__filename') || text.includes('require.resolve(');
